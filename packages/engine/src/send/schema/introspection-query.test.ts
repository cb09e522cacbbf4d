import { expect, test } from 'vitest'
import {
  firstIntrospection,
  type IntrospectionAnswer,
  type IntrospectionAttempt,
  introspectionQuery,
  nextIntrospection,
  readIntrospectionAnswer,
} from './introspection-query.ts'

const newNames = ['specifiedByURL', 'isRepeatable', 'isOneOf', 'args(includeDeprecated: true)']

test('new features are requested first, and omitted after an error', () => {
  for (const name of newNames) expect(introspectionQuery(firstIntrospection)).toContain(name)
  const old = introspectionQuery({ hasNewFields: false, typeDepth: 5 })
  for (const name of newNames) expect(old).not.toContain(name)
  expect(old.match(/ofType/g)).toHaveLength(5)
})

function attemptsFor(answer: (attempt: IntrospectionAttempt) => IntrospectionAnswer): readonly string[] {
  const attempts: IntrospectionAttempt[] = []
  for (;;) {
    const last = attempts.at(-1)
    const next = nextIntrospection(attempts, last === undefined ? { kind: 'notGraphQl' } : answer(last))
    if (next === null) return attempts.map(one => `${one.hasNewFields ? 'new' : 'old'} ${one.typeDepth}`)
    attempts.push(next)
  }
}

test.each([
  ['a schema', { kind: 'schema' }, ['new 9']],
  ['forbidden', { kind: 'forbidden', messages: ['no'] }, ['new 9']],
  ['a page', { kind: 'notGraphQl' }, ['new 9']],
  [
    'an unknown field',
    { kind: 'errors', messages: ['Cannot query field "isOneOf"'] },
    ['new 9', 'old 9', 'old 5'],
  ],
  [
    'a depth limit',
    { kind: 'errors', messages: ['Query is too deep: 13 > 10'] },
    ['new 9', 'new 5', 'old 5'],
  ],
] as const)('the attempts after %s', (_, answer, expected) => {
  expect(attemptsFor(() => answer)).toEqual(expected)
})

test.each([
  ['{"data":{"__schema":{"types":[]}}}', 'schema'],
  ['{"data":{"__schema":{"types":[]}},"errors":[{"message":"late"}]}', 'schema'],
  ['{"errors":[{"message":"GraphQL introspection is not allowed by Apollo Server"}]}', 'forbidden'],
  ['{"errors":[{"message":"Field \'__schema\' doesn\'t exist on type \'Query\'"}]}', 'forbidden'],
  ['{"errors":[{"extensions":{"code":"INTROSPECTION_DISABLED"}}]}', 'forbidden'],
  ['{"errors":"introspection is off"}', 'forbidden'],
  ['{"data":null,"errors":[{"message":"Cannot query field \\"isOneOf\\" on type \\"__Type\\"."}]}', 'errors'],
  ['{"errors":[{"message":"\'IntrospectionQuery\' exceeds maximum operation depth of 10"}]}', 'errors'],
  ['{"errors":[null,5,{"message":{}}]}', 'errors'],
  ['{"errors":[]}', 'errors'],
  ['<!doctype html>', 'notGraphQl'],
  ['{"data":{"__schema":5}}', 'notGraphQl'],
  ['{"__proto__":{"data":{"__schema":{}}}}', 'notGraphQl'],
  ['null', 'notGraphQl'],
  ['', 'notGraphQl'],
  ['['.repeat(100_000), 'notGraphQl'],
  [`{"data":{"__schema":{"types":[${'1,'.repeat(2_500_000)}1]}}}`, 'schema'],
  [`<html>${'x'.repeat(5_000_000)}`, 'notGraphQl'],
])('the answer %.60j is %s', (text, kind) => {
  expect(readIntrospectionAnswer(text).kind).toBe(kind)
})

test('long messages are cut', () => {
  const errors = Array.from({ length: 300 }, () => ({ message: 'x'.repeat(10_000) }))
  const answer = readIntrospectionAnswer(JSON.stringify({ errors }))
  expect(answer).toMatchObject({ kind: 'errors' })
  expect('messages' in answer && answer.messages.join('').length).toBe(20 * 500)
})
