import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { GraphQlAnswers } from '../../graphql/worker/graphql-answers.ts'
import { GraphQlLanguage } from '../../graphql/worker/graphql-language.ts'
import { queryCompletion } from './query-completion.ts'

/** A language whose worker answers in this thread. */
async function languageWith(sdl: string | null): Promise<GraphQlLanguage> {
  const answers = new GraphQlAnswers()
  const language = new GraphQlLanguage({
    startWorker: receive => ({
      post: request => queueMicrotask(() => receive(answers.reply(request))),
      end: () => {},
    }),
  })
  await language.setSchema(sdl === null ? null : { key: sdl, format: 'sdl', text: sdl })
  return language
}

const sdl = 'type Query { "All of them." books(first: Int!): [Int] old: Int @deprecated(reason: "No.") }'

async function complete(marked: string, isExplicit: boolean, schema: string | null = sdl) {
  const state = EditorState.create({ doc: marked.replace('|', '') })
  const context = new CompletionContext(state, marked.indexOf('|'), isExplicit)
  return queryCompletion(await languageWith(schema))(context)
}

test('names of the schema are suggested while typing, deprecated ones last', async () => {
  const result = await complete('{ bo| }', false)
  expect(result).toMatchObject({ from: 2, to: 4 })
  expect(result?.options[0]).toMatchObject({
    label: 'books',
    apply: 'books',
    detail: '[Int]',
    info: 'All of them.',
    type: 'property',
  })
  expect(result?.options.at(-1)).toMatchObject({ label: 'old', info: 'Deprecated.', boost: -99 })
})

test('an argument is inserted with its colon', async () => {
  const result = await complete('{ books(|) }', true)
  expect(result?.options).toMatchObject([{ label: 'first', apply: 'first: ' }])
})

test.each([
  ['{ | }', false, sdl],
  ['{ bo| }', true, null],
  ['{ {{na|me}} }', true, sdl],
])('nothing is suggested for %s (explicit: %s)', async (marked, isExplicit, schema) => {
  expect(await complete(marked, isExplicit, schema)).toBeNull()
})
