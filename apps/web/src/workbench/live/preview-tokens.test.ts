import { expect, test } from 'vitest'
import { previewTokens } from './preview-tokens.ts'

test('a JSON preview has the kinds of its tokens, and all of its text', () => {
  const text = '{"a": 1.5e3, "b":["x\\"y", true], "cut": "no en'
  const tokens = previewTokens(text)
  expect(tokens.map(token => token.text).join('')).toBe(text)
  expect(tokens.filter(({ kind }) => kind !== 'other')).toEqual([
    { text: '"a"', kind: 'key' },
    { text: '1.5e3', kind: 'number' },
    { text: '"b"', kind: 'key' },
    { text: '"x\\"y"', kind: 'string' },
    { text: 'true', kind: 'word' },
    { text: '"cut"', kind: 'key' },
    { text: '"no en', kind: 'string' },
  ])
})

test('other text has no kinds', () => {
  expect(previewTokens('12 "is" true')).toEqual([{ text: '12 "is" true', kind: 'other' }])
})
