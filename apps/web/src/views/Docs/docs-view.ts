/** How docs are shown: formatted, or as they are written. */
export type DocsView = 'read' | 'write'

const maximum = 200

/** The views that were chosen, the latest last; they outlive the panes, which end with what is shown in their place. */
const chosen = new Map<string, DocsView>()

/** Keeps the view of a text until the page is closed. */
export function keepDocsView(id: string, view: DocsView): void {
  chosen.delete(id)
  chosen.set(id, view)
  const [oldest] = chosen.keys()
  if (chosen.size > maximum && oldest !== undefined) chosen.delete(oldest)
}

/** Returns the view that was chosen for a text; else docs are read, and an empty text is written. */
export function docsViewOf(id: string, docs: string): DocsView {
  return chosen.get(id) ?? (docs.trim() === '' ? 'write' : 'read')
}
