import { expect, test } from 'vitest'
import { colouredCode } from './coloured-code.ts'

const textOf = (pieces: Awaited<ReturnType<typeof colouredCode>>) => pieces.map(piece => piece.text).join('')

/** The colour of a word in code. */
async function colourOf(code: string, language: string, word: string): Promise<string | null | undefined> {
  const pieces = await colouredCode(code, language)
  expect(textOf(pieces)).toBe(code)
  return pieces.find(({ text }) => text === word)?.colour
}

test.each([
  ['js', "const name = 'x'", 'const', 'var(--syn-keyword)'],
  ['ts', 'let a: number = 12', '12', 'var(--syn-number)'],
  ['bash', 'curl "http://a.test"', '"http://a.test"', 'var(--syn-string)'],
  ['json', '{"a": true}', 'true', 'var(--syn-boolean)'],
  ['py', 'def f():\n  return 1', 'return', 'var(--syn-keyword)'],
  ['yml', 'key: value', 'key', 'var(--syn-key)'],
  ['graphql', 'query { a }', 'query', 'var(--syn-keyword)'],
])('code in %s has the colours of the editors, and all of its text', async (language, code, word, colour) => {
  expect(await colourOf(code, language, word)).toBe(colour)
})

test.each(['', 'unknown', '__proto__', 'constructor', 'text'])(
  '%j is no language with colours',
  async language => {
    expect(await colouredCode('const a = 1', language)).toEqual([])
  },
)

test('hostile code keeps its text', async () => {
  for (const code of [
    '('.repeat(2_000),
    '"'.repeat(1_999),
    '/*'.repeat(1_000),
    '<'.repeat(2_000),
    '\n'.repeat(2_000),
    '',
  ])
    for (const language of ['js', 'php', 'html', 'bash', 'json'])
      expect(textOf(await colouredCode(code, language)), `${language} ${code.slice(0, 3)}`).toBe(code)
})
