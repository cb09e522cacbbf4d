import { isTypedWithAlt, keysOfPress } from '../../workbench/settings/keys-of-press.ts'

/**
 * Repeats a key press of a person: sends the element its events, and does what a browser does for keys that a person
 * presses, and not for those of a script.
 */
export function pressKey(target: HTMLElement, event: KeyboardEvent): void {
  const { key, code, location, ctrlKey, metaKey, altKey, shiftKey } = event
  const press = { key, code, location, ctrlKey, metaKey, altKey, shiftKey }
  const options = { ...press, bubbles: true, cancelable: true, composed: true }
  if (target.dispatchEvent(new KeyboardEvent('keydown', options))) doAsBrowser(target, event)
  target.dispatchEvent(new KeyboardEvent('keyup', options))
}

/** Pastes into an element what a person pasted. */
export function pasteInto(target: HTMLElement, clipboardData: DataTransfer): void {
  const options = { clipboardData, bubbles: true, cancelable: true, composed: true }
  if (target.dispatchEvent(new ClipboardEvent('paste', options)))
    insertText(clipboardData.getData('text/plain'))
}

/** Inputs and editors take it as typing, which can be undone; there is no other way that they do. */
const insertText = (text: string): void => {
  document.execCommand('insertText', false, text)
}

/** The keys of a text field that a browser has a command for. */
const commands: Readonly<Record<string, string>> = { Backspace: 'delete', Delete: 'forwardDelete' }
const commandsWithCtrl: Readonly<Record<string, string>> = {
  'Mod+A': 'selectAll',
  'Mod+Z': 'undo',
  'Mod+Shift+Z': 'redo',
  'Mod+Y': 'redo',
}

function doAsBrowser(target: HTMLElement, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey } = event
  const isCommand = (ctrlKey || metaKey) && !isTypedWithAlt(event)
  const command = isCommand ? commandsWithCtrl[keysOfPress(event) ?? ''] : commands[key]
  if (key === 'Tab' && !isCommand) focusNext(target, shiftKey ? -1 : 1)
  else if (target instanceof HTMLButtonElement) {
    if (key === 'Enter' || key === ' ') target.click()
  } else if (command !== undefined) document.execCommand(command)
  // AltGr types with Ctrl and Alt.
  else if ([...key].length === 1 && !isCommand) insertText(key)
  else if (key === 'Enter' && target instanceof HTMLTextAreaElement) insertText('\n')
  else if (target instanceof HTMLInputElement)
    if (key === 'Enter') submitForm(target)
    else moveCursor(target, event)
}

/** Enter in a field presses the first button of its form that submits (HTML, implicit submission). */
function submitForm({ form }: HTMLInputElement): void {
  const button = [...(form?.elements ?? [])].find(
    element => element instanceof HTMLButtonElement && element.type === 'submit',
  )
  if (button instanceof HTMLButtonElement) button.click()
}

function moveCursor(input: HTMLInputElement, { key, shiftKey }: KeyboardEvent): void {
  const { selectionStart, selectionEnd, value } = input
  if (selectionStart === null || selectionEnd === null) return
  const isBackward = input.selectionDirection === 'backward'
  const end = isBackward ? selectionStart : selectionEnd
  const moved = { ArrowLeft: end - 1, ArrowRight: end + 1, Home: 0, End: value.length }[key]
  if (moved === undefined) return
  const cursor = Math.min(Math.max(moved, 0), value.length)
  const start = isBackward ? selectionEnd : selectionStart
  const from = shiftKey ? start : cursor
  input.setSelectionRange(
    Math.min(from, cursor),
    Math.max(from, cursor),
    cursor < from ? 'backward' : 'forward',
  )
}

const stops = 'a[href], button, input, textarea, select, [tabindex], [contenteditable="true"]'

/** Focuses the next or previous element that Tab stops at. Dialogs keep the focus inside by themselves. */
function focusNext(target: HTMLElement, by: 1 | -1): void {
  const elements = [...document.querySelectorAll<HTMLElement>(stops)].filter(
    element => element === target || (element.tabIndex >= 0 && isReachable(element)),
  )
  elements.at((elements.indexOf(target) + by) % elements.length)?.focus()
}

const isReachable = (element: HTMLElement): boolean =>
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null
