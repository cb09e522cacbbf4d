/**
 * Keys that are pressed after a command and before what it opens has the focus. They are kept, and then go there
 * in their order; otherwise the text behind it would get them.
 */
let holders = 0
let kept: KeyboardEvent[] = []

/** Ends a hold once. The keys go to what has the focus, unless they are dropped. */
export type EndHold = (fate: 'given' | 'dropped') => void

/** Keeps all keys from now on. Holds can overlap: the keys are given when the last one has ended. */
export function holdKeys(): EndHold {
  holders += 1
  let isOver = false
  return fate => {
    if (isOver) return
    isOver = true
    holders -= 1
    if (fate === 'dropped') kept = []
    else if (holders === 0) giveKeys()
  }
}

/** Keeps a key press if keys are held. Returns whether it was kept. */
export function keepKey(event: KeyboardEvent): boolean {
  // What is composed or only modifies the next key cannot be given later.
  if (holders === 0 || event.isComposing || isModifier(event)) return false
  event.preventDefault()
  event.stopImmediatePropagation()
  kept.push(event)
  return true
}

const isModifier = ({ key }: KeyboardEvent): boolean =>
  ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process'].includes(key)

/** Gives the kept keys to what has the focus. A key may begin another hold, which then keeps the rest. */
function giveKeys(): void {
  const events = kept
  kept = []
  for (const event of events) {
    if (holders > 0) kept.push(event)
    else giveKey(event)
  }
}

function giveKey(event: KeyboardEvent): void {
  const target = document.activeElement
  if (!(target instanceof HTMLElement)) return
  const { key, code, location, ctrlKey, metaKey, altKey, shiftKey } = event
  const press = { key, code, location, ctrlKey, metaKey, altKey, shiftKey }
  const options = { ...press, bubbles: true, cancelable: true, composed: true }
  if (target.dispatchEvent(new KeyboardEvent('keydown', options))) typeKey(event, target)
  target.dispatchEvent(new KeyboardEvent('keyup', options))
}

/** Does what the browser does for keys that a person presses, and not for those of a script. */
function typeKey(event: KeyboardEvent, target: HTMLElement): void {
  const { key, ctrlKey, metaKey } = event
  // AltGr types with Ctrl and Alt.
  const isTyped = [...key].length === 1 && ((!ctrlKey && !metaKey) || event.getModifierState('AltGraph'))
  if (target instanceof HTMLButtonElement) {
    if (key === 'Enter' || key === ' ') target.click()
  } else if (isTyped || (key === 'Enter' && target instanceof HTMLTextAreaElement))
    // Inputs and editors take it as typing, which can be undone; there is no other way that they do.
    document.execCommand('insertText', false, isTyped ? key : '\n')
  else if (key === 'Backspace') document.execCommand('delete')
}
