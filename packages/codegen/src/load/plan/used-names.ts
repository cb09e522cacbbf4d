import type { LoadPlan, LoadRequest, LoadToken } from './load-plan.ts'

/** Returns the tokens that a request sends. */
export function tokensOf(request: LoadRequest, tokens: readonly LoadToken[]): readonly LoadToken[] {
  const { headers, url, content } = request
  const templates = [
    url,
    ...headers.map(({ value }) => value),
    ...(content.kind === 'text' ? [content.text] : []),
  ]
  const names = new Set(templates.flat().map(piece => (typeof piece === 'string' ? '' : piece.name)))
  return tokens.filter(({ name }) => names.has(name))
}

/** Returns the names of the files that the requests send. */
export function filesOf({ steps }: LoadPlan): readonly string[] {
  const names = steps.flatMap(({ content }) => {
    if (content.kind === 'file') return [content.file]
    return content.kind === 'multipart' ? content.parts.flatMap(({ file }) => file ?? []) : []
  })
  return [...new Set(names)]
}
