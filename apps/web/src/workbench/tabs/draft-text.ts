import type { HttpRequest, RawLanguage } from '@parley/model'

/** A text of several lines in a draft, with an editor of its own. */
export interface DraftText {
  /** Identifies it among the texts of a draft. */
  readonly id: 'raw' | 'query' | 'variables' | 'extensions' | `message-${number}`
  readonly label: string
  language(draft: HttpRequest): RawLanguage | 'graphql'
  /** Returns null if the draft has no such text. */
  read(draft: HttpRequest): string | null
  write(draft: HttpRequest, text: string): HttpRequest
}

export const rawText: DraftText = {
  id: 'raw',
  label: 'Request body',
  language: ({ body }) => (body.type === 'raw' ? body.language : 'text'),
  read: ({ body }) => (body.type === 'raw' ? body.text : null),
  write: (draft, text) => (draft.body.type === 'raw' ? { ...draft, body: { ...draft.body, text } } : draft),
}

export const queryText: DraftText = {
  id: 'query',
  label: 'Query',
  language: () => 'graphql',
  read: ({ body }) => (body.type === 'graphql' ? body.query : null),
  write: (draft, query) =>
    draft.body.type === 'graphql' ? { ...draft, body: { ...draft.body, query } } : draft,
}

export const variablesText: DraftText = {
  id: 'variables',
  label: 'Variables',
  language: () => 'json',
  read: ({ body }) => (body.type === 'graphql' ? body.variables : null),
  write: (draft, variables) =>
    draft.body.type === 'graphql' ? { ...draft, body: { ...draft.body, variables } } : draft,
}

export const extensionsText: DraftText = {
  id: 'extensions',
  label: 'Extensions',
  language: () => 'json',
  read: ({ body }) => (body.type === 'graphql' ? (body.extensions ?? '') : null),
  write(draft, typed) {
    if (draft.body.type !== 'graphql') return draft
    const { extensions: _, ...body } = draft.body
    return { ...draft, body: typed === '' ? body : { ...body, extensions: typed } }
  },
}
