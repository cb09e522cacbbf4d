/** After this time without a key, a question that the user did not ask for may take the focus. */
const pauseMs = 1000

const textFields = 'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable="true"]'

/**
 * Reports when the user begins to type text, and when they pause. A shortcut or a click ends typing at once, because what
 * it asks for is expected.
 */
export function followTyping(setTyping: (isTyping: boolean) => void): void {
  let pause: ReturnType<typeof setTimeout> | null = null

  function end(): void {
    if (pause === null) return
    clearTimeout(pause)
    pause = null
    setTyping(false)
  }

  function noteKey({ ctrlKey, metaKey, target }: KeyboardEvent): void {
    if (ctrlKey || metaKey) end()
    else noteText({ target })
  }

  function noteText({ target }: Pick<Event, 'target'>): void {
    if (!(target instanceof Element) || target.closest(textFields) === null) {
      end()
      return
    }
    if (pause === null) setTyping(true)
    else clearTimeout(pause)
    pause = setTimeout(end, pauseMs)
  }

  document.addEventListener('keydown', noteKey, { capture: true })
  // The keys of a composition reach no handler.
  document.addEventListener('compositionupdate', noteText, { capture: true })
  document.addEventListener('pointerdown', end, { capture: true })
}
