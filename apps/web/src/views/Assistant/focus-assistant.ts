import { afterDialogsClose, keepFocus } from '../Shortcuts/focus-pane.ts'

const panel = '[data-pane="assistant"]'

/** The number of frames that the page may need to show the panel. */
const showingFrames = 120

/** What had the focus before the question. */
let before: Element | null = null

/** Puts the cursor into the question once the page shows it and no dialog has the focus. */
export function focusAssistant(): void {
  const look = (frames: number) => {
    if (document.querySelector(panel) !== null) afterDialogsClose(focusQuestion)
    else if (frames < showingFrames) requestAnimationFrame(() => look(frames + 1))
  }
  look(0)
}

/** Moves the focus back to where it was before the question, or to the active tab. */
export function leaveAssistant(): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  before = null
  keepFocus()
}

function focusQuestion(): void {
  const question = document.querySelector(`${panel} [data-pane-start]`)
  if (!(question instanceof HTMLElement)) return
  const { activeElement } = document
  if (activeElement?.closest(panel) == null) before = activeElement
  question.focus()
}
