import type { Extension } from '@codemirror/state'
import type { RawLanguage } from '@parley/model'
import { codeHighlighting } from './highlight-style.ts'
import { jsonLanguage } from './json-language.ts'

/** The languages of a request's texts. */
export type DraftLanguage = RawLanguage | 'graphql'

const loaders: Readonly<Record<DraftLanguage, () => Promise<Extension>>> = {
  text: async () => [],
  sparql: async () => [],
  json: async () => jsonLanguage(),
  xml: async () => (await import('@codemirror/lang-xml')).xml(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
  graphql: async () => (await import('./graphql-language.ts')).graphQl,
}

/** The languages in which brackets and quotes close by themselves. */
const closing: ReadonlySet<DraftLanguage> = new Set(['json', 'javascript', 'graphql'])

/** Loads a language with its colours when it is first needed. */
export async function loadDraftLanguage(language: DraftLanguage): Promise<Extension> {
  const [extension, pairs] = await Promise.all([
    loaders[language](),
    closing.has(language) ? loadClosingPairs() : [],
  ])
  return [extension, pairs, language === 'json' ? [] : codeHighlighting]
}

async function loadClosingPairs(): Promise<Extension> {
  return (await import('./closing-pairs.ts')).closingPairs
}
