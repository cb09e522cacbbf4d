import { type HttpRequest, paramsFromUrl, row } from '@parley/model'
import type { ShownSegment } from '@parley/server/contract'

export type Proposal = Extract<ShownSegment, { readonly kind: 'proposal' }>['proposal']

/** Returns a draft with a proposed change. Headers of the same name are replaced, others are added. */
export function withProposal(draft: HttpRequest, proposal: Proposal): HttpRequest {
  const { scripts } = draft
  switch (proposal.kind) {
    case 'script':
      return { ...draft, scripts: { ...scripts, [proposal.phase]: proposal.text } }
    case 'test': {
      const before = scripts.postResponse.trimEnd()
      // It was applied: another Apply would add it twice.
      if (before.includes(proposal.text.trim())) return draft
      const postResponse = before === '' ? proposal.text : `${before}\n\n${proposal.text}`
      return { ...draft, scripts: { ...scripts, postResponse } }
    }
    case 'description':
      return { ...draft, docs: proposal.text }
    case 'variable': {
      const { name, value: text } = proposal
      const others = draft.variables.filter(one => one.name !== name)
      return {
        ...draft,
        variables: [...others, { secret: false, name, value: { text }, enabled: true }],
      }
    }
    case 'request':
      return withRequest(draft, proposal)
  }
}

function withRequest(draft: HttpRequest, proposal: Extract<Proposal, { kind: 'request' }>): HttpRequest {
  const { method = draft.method, url, headers = [], body } = proposal
  const isReplaced = (name: string) => headers.some(one => one.name.toLowerCase() === name.toLowerCase())
  return {
    ...draft,
    method,
    headers: [
      ...draft.headers.filter(({ name }) => !isReplaced(name)),
      ...headers.map(({ name, value }) => row(name, value)),
    ],
    ...(url === undefined ? {} : { url, params: paramsFromUrl(url, draft.params) }),
    ...(body === undefined ? {} : { body: { type: 'raw', language: languageOf(draft, body), text: body } }),
  }
}

/** A raw body keeps its language. */
function languageOf(
  { body }: HttpRequest,
  text: string,
): Extract<HttpRequest['body'], { type: 'raw' }>['language'] {
  if (body.type === 'raw') return body.language
  return /^\s*[[{]/.test(text) ? 'json' : 'text'
}
