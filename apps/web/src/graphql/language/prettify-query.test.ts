import { corpusQueries } from '@parley/testkit/graphql-corpus'
import { Lexer, Source, TokenKind } from 'graphql'
import { expect, test } from 'vitest'
import { maskVariables } from './mask-variables.ts'
import { prettifyQuery } from './prettify-query.ts'

test.each([
  ['{a}', '{\n  a\n}'],
  ['query($id:ID!){a(id:$id){b c}}', 'query ($id: ID!) {\n  a(id: $id) {\n    b\n    c\n  }\n}'],
  [
    'query Q @x(a:[1,2],b:{c:D}){x:a...F...on T{b}...@include(if:true){c}}fragment F on T{d}',
    'query Q @x(a: [1, 2], b: {c: D}) {\n  x: a\n  ...F\n  ... on T {\n    b\n  }\n  ... @include(if: true) {\n    c\n  }\n}\n\nfragment F on T {\n  d\n}',
  ],
  ['# top\n{ a # one\n\n\n  # two\n  b\n  # end\n}\n', '# top\n{\n  a # one\n\n  # two\n  b\n  # end\n}\n'],
  [
    '{ a(x: {{y}}, z: "{{q}}") { {{f}} ...{{g}} } }',
    '{\n  a(x: {{y}}, z: "{{q}}") {\n    {{f}}\n    ...{{g}}\n  }\n}',
  ],
  ['{ a } {{fragments}}', '{\n  a\n}\n\n{{fragments}}'],
  ['{ a(b: """\n  c\n""") }', '{\n  a(\n    b: """\n  c\n"""\n  )\n}'],
  [
    `{ a(${'b'.repeat(40)}: 1, ${'c'.repeat(40)}: [1]) }`,
    `{\n  a(\n    ${'b'.repeat(40)}: 1\n    ${'c'.repeat(40)}: [1]\n  )\n}`,
  ],
])('%j', (text, expected) => {
  expect(prettifyQuery(text)).toBe(expected)
  expect(prettifyQuery(expected)).toBe(expected)
})

test.each(['', '{ a', '{ a(', 'type A { b: C }', '{'.repeat(10_000)])('%.20j stays unchanged', text => {
  expect(prettifyQuery(text)).toBeNull()
})

test('corpus: all tokens and comments stay, and a second time changes nothing', () => {
  let count = 0
  for (const [name, text] of corpusQueries) {
    const pretty = prettifyQuery(text)
    if (pretty === null) continue
    count += 1
    expect(tokensOf(pretty), name).toEqual(tokensOf(text))
    expect(prettifyQuery(pretty), name).toBe(pretty)
  }
  expect(count).toBeGreaterThanOrEqual(Math.min(30, corpusQueries.length))
})

function tokensOf(text: string): readonly string[] {
  const lexer = new Lexer(new Source(maskVariables(text).text))
  const tokens: string[] = []
  for (let token = lexer.token; token.kind !== TokenKind.EOF; ) {
    lexer.advance()
    for (let one = token.next; one !== null && one !== lexer.token.next; one = one.next)
      tokens.push(text.slice(one.start, one.end))
    token = lexer.token
  }
  return tokens
}
