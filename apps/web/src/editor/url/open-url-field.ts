import { PlainUrlField } from './plain-url-field.ts'
import type { UrlField, UrlFieldOptions } from './url-field.ts'

let createEditor: typeof import('./url-editor.ts')['createUrlEditor'] | null = null
let loading: Promise<void> | null = null

/** Loads the editor of the URL field. Without it URLs can be typed, and the next call tries again. */
export function loadUrlEditor(): Promise<void> {
  loading ??= import('./url-editor.ts').then(
    ({ createUrlEditor }) => {
      createEditor = createUrlEditor
    },
    () => {
      loading = null
    },
  )
  return loading
}

/**
 * The URL field. While its editor is being loaded a plain field is in its place; the editor continues with the text,
 * the selection, the scroll position, the focus and the undo history.
 */
export function openUrlField(options: UrlFieldOptions): UrlField {
  if (createEditor !== null) return createEditor(options)
  const plain = new PlainUrlField(options)
  let field: UrlField = plain
  let isDestroyed = false
  void replace()

  async function replace(): Promise<void> {
    await loadUrlEditor()
    if (createEditor === null) {
      options.parent.addEventListener('focusin', () => void replace(), { once: true })
      return
    }
    await plain.whenIdle()
    if (isDestroyed) return
    field = createEditor(options, plain.begun())
    plain.destroy()
  }

  return {
    show: (key, text) => field.show(key, text),
    insert: text => field.insert(text),
    updateVariables: () => field.updateVariables(),
    closeSuggestions: () => field.closeSuggestions(),
    destroy() {
      isDestroyed = true
      field.destroy()
    },
  }
}
