import type { HttpRequest } from '@parley/model'

/** Returns a draft with other docs. One without docs has no such field, as in its file. */
export function withDocs(draft: HttpRequest, docs: string): HttpRequest {
  const { docs: _, ...others } = draft
  return docs === '' ? others : { ...others, docs }
}
