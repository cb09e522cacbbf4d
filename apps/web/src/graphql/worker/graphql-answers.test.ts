import { describe, expect, it } from 'vitest'
import { GraphQlAnswers } from './graphql-answers.ts'
import type { GraphQlCallName, GraphQlRequest } from './graphql-calls.ts'

const hostileTexts: Readonly<Record<string, string>> = {
  braces: '{'.repeat(10_000),
  'nested fields': '{a'.repeat(10_000),
  'whole nested fields': '{a'.repeat(3_000) + '}'.repeat(3_000),
  'nested lists': `{ a(b: ${'['.repeat(10_000)}`,
  'names of prototypes': '{ __proto__ constructor { toString hasOwnProperty } }',
  'variables alone': '{{a}} '.repeat(2_000),
  'many fragments': `{ ...F0 } ${Array.from({ length: 300 }, (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at} }`).join(' ')}`,
  'a long string': `{ a(b: "${'x'.repeat(500_000)}`,
  'marks of direction': '{ a # \u202e\u2066\u0000 } }',
  'lone surrogates': '{ a(b: "\ud800") \udfff }',
}

const schema = `type Query { a(b: Loop): Query __proto__: Query constructor: Query } input Loop { loop: Loop! }`

/** What each call is asked with a text. */
const questions: { readonly [Name in GraphQlCallName]: (text: string) => GraphQlRequest<Name>['question'] } =
  {
    setSchema: text => ({ key: text, format: 'sdl', text }),
    printSchema: () => 'sdl',
    diagnose: text => text,
    complete: query => ({ query, position: query.length }),
    describe: query => ({ query, position: 4 }),
    findDefinition: query => ({ query, position: 4 }),
    listOperations: text => text,
    prettify: text => text,
    checkVariables: text => ({ query: text, operation: { position: 0 }, variables: text }),
    listVariables: query => ({ query, operation: { position: 0 } }),
    completeVariables: text => ({
      query: text,
      operation: { position: 0 },
      variables: text,
      position: text.length,
    }),
    fillInVariables: text => ({ query: text, operation: { position: 0 }, variables: text }),
    explorerRows: query => ({ query, position: 0, expanded: ['query', 'query/a'], from: 0, count: 50 }),
    toggleRow: query => ({ query, position: 0, rowId: 'query/a/a/__proto__' }),
    describeType: text => text,
    describeMember: text => `Query.${text}`,
    definitionOfRow: text => `query/${text}`,
    searchSchema: text => text,
  }

describe.each(Object.keys(hostileTexts))('%s', name => {
  const text = hostileTexts[name] ?? ''

  it.each(Object.keys(questions) as GraphQlCallName[])('%s answers (GQ1)', call => {
    const answers = new GraphQlAnswers()
    answers.reply({ version: 0, name: 'setSchema', question: { key: 'k', format: 'sdl', text: schema } })
    const request = { version: 1, name: call, question: questions[call](text) } as GraphQlRequest
    expect(answers.reply(request)).not.toHaveProperty('fault')
  })
})
