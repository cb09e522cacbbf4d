import { isComposition } from '../workbench/settings/keys-of-press.ts'

/** Editors know compositions, and need all their keys. */
const editors = '.cm-editor'

/**
 * Lets no handler of the page see the keys of a composition: Enter that takes a word of Chinese, Japanese or Korean, Esc
 * that gives it up, Tab and the arrows that go through the proposals. To be called before anything listens to keys.
 */
export function leaveCompositions(window: EventTarget): void {
  window.addEventListener('keydown', leaveComposition, { capture: true })
}

function leaveComposition(event: Event): void {
  if (!isComposed(event)) return
  const editor = editorOf(event.target)
  if (editor === null) event.stopImmediatePropagation()
  // What is around the editor, such as a dialog, does not see it either. The same listener is added only once.
  else editor.addEventListener('keydown', endAtEditor)
}

function endAtEditor(event: Event): void {
  if (isComposed(event)) event.stopPropagation()
}

const isComposed = (event: Event): boolean =>
  isComposition({
    isComposing: 'isComposing' in event && event.isComposing === true,
    keyCode: 'keyCode' in event && typeof event.keyCode === 'number' ? event.keyCode : 0,
  })

function editorOf(target: EventTarget | null): Element | null {
  return typeof Element === 'function' && target instanceof Element ? target.closest(editors) : null
}
