import { beforeAll, describe, expect, test } from 'vitest'
import { GrpcAnswers } from './grpc-answers.ts'
import type { GrpcCallName, GrpcCalls, GrpcRequest } from './grpc-calls.ts'
import { shopDescriptors } from './shop-proto.testkit.ts'

const method = 'shop.Books/Add'
let answers: GrpcAnswers

beforeAll(async () => {
  answers = new GrpcAnswers()
  expect(answers.load('k', await shopDescriptors())).toBeNull()
  expect(ask('setSchema', { key: 'k', format: 'descriptorSet', text: '' })).toMatchObject({
    typeCount: expect.any(Number),
  })
})

function ask<Name extends GrpcCallName>(
  name: Name,
  question: GrpcCalls[Name]['question'],
): GrpcCalls[Name]['answer'] {
  const reply = answers.reply({ version: 1, name, question } as GrpcRequest)
  if ('fault' in reply) throw new Error(reply.fault)
  return reply.answer as GrpcCalls[Name]['answer']
}

test('services are listed with their methods', () => {
  expect(ask('listServices', null)).toEqual([
    {
      name: 'shop.Archive',
      methods: [{ name: 'List', type: 'server_streaming', isDeprecated: false, comment: '' }],
    },
    {
      name: 'shop.Books',
      methods: [
        { name: 'Add', type: 'unary', isDeprecated: false, comment: 'Stores a book.' },
        { name: 'Watch', type: 'bidi_streaming', isDeprecated: true, comment: '' },
      ],
    },
  ])
})

test('an example has every field, and is valid', () => {
  const text = ask('exampleMessage', method) ?? ''
  expect(JSON.parse(text)).toMatchObject({ id: '0', kind: 'KIND_NONE', offers: [{ cents: '0' }] })
  expect(ask('diagnose', { method, text })).toEqual([])
  expect(ask('exampleMessage', 'shop.Books/None')).toBeNull()
})

/** `|` is the cursor. */
const complete = (text: string) => {
  const position = text.indexOf('|')
  return ask('complete', { method, text: text.replace('|', ''), position })
}
const labels = (text: string) => complete(text)?.suggestions.map(({ label }) => label) ?? null

test.each([
  [
    '{|',
    [
      '"id"',
      '"kind"',
      '"price"',
      '"offers"',
      '"kinds"',
      '"inStock"',
      '"printed"',
      '"shop"',
      '"person"',
      '"sequel"',
    ],
  ],
  [
    '{"id": 1, "kind": "", "price": {}, "offers": [], "kinds": {}, "in_stock": true, |',
    ['"printed"', '"shop"', '"person"', '"sequel"'],
  ],
  ['{"price": {|', ['"cents"', '"currency"']],
  ['{"offers": [{"cents": 1}, {|', ['"cents"', '"currency"']],
  ['{"sequel": {"price": {"cents": 1, |', ['"currency"']],
  ['{"kind": |', ['"KIND_NONE"', '"KIND_NOVEL"', '"KIND_OLD"']],
  ['{"kinds": {"a": "KIND|', ['"KIND_NONE"', '"KIND_NOVEL"', '"KIND_OLD"']],
  ['{"inStock": |', ['true', 'false']],
  ['{"id": |', null],
  ['{"printed": {|', null],
  ['{"kinds": {|', null],
  ['{"offers": |', null],
  ['{"id": 1 |', null],
  ['|', null],
])('%s is completed', (text, expected) => {
  expect(labels(text)).toEqual(expected)
})

test('a completion replaces what is typed, and adds a colon only if there is none', () => {
  const found = complete('{"pri|": 1}')
  const price = found?.suggestions.find(({ label }) => label === '"price"')
  expect([found?.from, found?.to, price?.insert]).toEqual([1, 6, '"price"'])
  expect(complete('{"pri|')?.suggestions.find(({ label }) => label === '"price"')?.insert).toBe('"price": ')
})

test.each([
  ['{"id|": 1}', 'int64 id = 1', 'Counted from 1.'],
  ['{"sequel": {"in_st|ock": true}}', 'bool in_stock = 6', ''],
  ['{"shop|": ""}', 'string shop = 8, one of seller', ''],
  ['{"kind": "KIND_N|OVEL"}', 'KIND_NOVEL = 1', 'A story.'],
])('%s is explained', (text, signature, description) => {
  const position = text.indexOf('|')
  expect(ask('describe', { method, text: text.replace('|', ''), position })).toMatchObject({
    signature,
    description,
  })
})

describe('a check', () => {
  const found = (text: string) =>
    ask('diagnose', { method, text }).map(({ from, to }) => text.slice(from, to))

  test.each([
    ['{"nothing": 1}', ['"nothing"']],
    ['{"id": "x"}', ['"x"']],
    ['{"kind": "KIND_NEW"}', ['"KIND_NEW"']],
    ['{"shop": "a", "person": "b"}', ['"person"']],
    ['', []],
    ['{"id": {{id}}, "kind": "{{kind}}", "price": {{price}}}', []],
    ['{"id": {{id}}, "nothing": 1}', ['"nothing"']],
  ])('of %s', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test.each(['{'.repeat(10_000), '[', '{"__proto__": 1, "constructor": 2}', '"', '{{a}}'.repeat(2_000)])(
    'of hostile text answers',
    text => {
      for (const name of ['complete', 'describe'] as const)
        ask(name, { method, text, position: Math.floor(text.length / 2) })
      ask('diagnose', { method, text })
    },
  )
})

test('a definition that is none is named, and leaves the others', () => {
  expect(answers.load('bad', new TextEncoder().encode('<html>'))).toMatchObject({
    problem: { code: 'GRPC_DEFINITION' },
  })
  expect(ask('setSchema', { key: 'unknown', format: 'descriptorSet', text: '' })).toBeNull()
  expect(ask('listServices', null)).toBeNull()
  expect(ask('setSchema', { key: 'k', format: 'descriptorSet', text: '' })).not.toBeNull()
})
