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

/** Loads a language with its colours when it is first needed. */
export async function loadDraftLanguage(language: DraftLanguage): Promise<Extension> {
  const extension = await loaders[language]()
  return language === 'json' ? extension : [extension, codeHighlighting]
}
