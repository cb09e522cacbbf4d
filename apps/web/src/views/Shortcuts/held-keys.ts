import { keysOfPress } from '../../workbench/settings/keys-of-press.ts'
import { pasteInto, pressKey } from './press-key.ts'

/**
 * Keys and pastes that come after a command and before what it opens has the focus. They are kept, and then go
 * there in their order; otherwise the text behind it would get them.
 */
let holders = 0
let kept: (KeyboardEvent | DataTransfer)[] = []

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

/** Keeps a key press if keys are held. Returns whether nothing else may act on it. */
export function keepKey(event: KeyboardEvent): boolean {
  // What is composed or only modifies the next key cannot be given later.
  if (holders === 0 || event.isComposing || isModifier(event)) return false
  event.stopImmediatePropagation()
  // The browser alone can read the clipboard, and then calls `keepPaste`.
  if (isPaste(event)) return true
  event.preventDefault()
  kept.push(event)
  return true
}

/** Keeps what is pasted if keys are held. */
export function keepPaste(event: ClipboardEvent): void {
  if (holders === 0 || event.clipboardData === null) return
  event.preventDefault()
  event.stopImmediatePropagation()
  kept.push(copyOf(event.clipboardData))
}

/** The browser empties the data of a paste after its event. */
function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const type of data.types) if (type !== 'Files') copy.setData(type, data.getData(type))
  for (const file of data.files) copy.items.add(file)
  return copy
}

const isModifier = ({ key }: KeyboardEvent): boolean =>
  ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process'].includes(key)

const pasteKeys = ['Mod+V', 'Mod+Shift+V', 'Shift+Insert']

const isPaste = (event: KeyboardEvent): boolean => pasteKeys.includes(keysOfPress(event) ?? '')

/** Gives the kept keys to what has the focus. A key may begin another hold, which then keeps the rest. */
function giveKeys(): void {
  const events = kept
  kept = []
  for (const event of events) {
    const target = document.activeElement
    if (holders > 0) kept.push(event)
    else if (!(target instanceof HTMLElement)) continue
    else if (event instanceof DataTransfer) pasteInto(target, event)
    else pressKey(target, event)
  }
}
