import type { HttpRequest, MultipartPart } from '@parley/model'

/** Returns the draft with files in a row of its form; in a new row if the row is gone or contains text. */
export function withPartFiles(draft: HttpRequest, index: number, filePaths: readonly string[]): HttpRequest {
  if (draft.body.type !== 'multipart' || filePaths.length === 0) return draft
  const { parts } = draft.body
  const part = parts[index]
  const next: readonly MultipartPart[] =
    part?.kind === 'file'
      ? parts.map(old => (old === part ? { ...part, filePaths } : old))
      : [...parts, { kind: 'file', name: 'file', filePaths, enabled: true }]
  return { ...draft, body: { ...draft.body, parts: next } }
}

/** The draft with another file as its body; its `Content-Type` follows from the name again. */
export function withBodyFile(draft: HttpRequest, filePath: string): HttpRequest {
  if (draft.body.type !== 'file') return draft
  return { ...draft, body: { ...draft.body, files: [{ filePath, contentType: '', selected: true }] } }
}

/** The draft with a `Content-Type` for the file of its body; empty: it follows from the name. */
export function withFileMediaType(draft: HttpRequest, contentType: string): HttpRequest {
  if (draft.body.type !== 'file') return draft
  const files = draft.body.files.map(file => (file.selected ? { ...file, contentType } : file))
  return { ...draft, body: { ...draft.body, files } }
}

/** Returns the part as text or as file; its value of the other kind is dropped. */
export function withPartKind(part: MultipartPart, kind: MultipartPart['kind']): MultipartPart {
  if (part.kind === kind) return part
  const { name, enabled, contentType, description } = part
  const shared = {
    name,
    enabled,
    ...(contentType === undefined ? {} : { contentType }),
    ...(description === undefined ? {} : { description }),
  }
  return kind === 'file' ? { ...shared, kind, filePaths: [] } : { ...shared, kind, value: '' }
}

/** The part with a media type of its own; empty: the one that follows from its kind and name. */
export function withPartMediaType(part: MultipartPart, mediaType: string): MultipartPart {
  const { contentType: _replaced, ...rest } = part
  return mediaType === '' ? rest : { ...rest, contentType: mediaType }
}
