import { expect, test } from 'vitest'
import { isWhiteSpace, trimEndOf, trimEndWhere, trimFieldValue, trimWhere } from './trim-text.ts'

test('characters are removed at the ends only, and each is looked at once', () => {
  let looks = 0
  const isDot = (character: string) => {
    looks += 1
    return character === '.'
  }
  const inner = `a${'.'.repeat(10_000)}b`
  expect(trimWhere(`..${inner}...`, isDot)).toBe(inner)
  expect(trimEndWhere(`..${inner}...`, isDot)).toBe(`..${inner}`)
  expect(looks).toBeLessThan(20)
  expect(trimWhere('....', isDot)).toBe('')
  expect(trimWhere('', isDot)).toBe('')
})

test('field values lose spaces and tabs, and no other white space', () => {
  expect(trimFieldValue(' \t a b\u00a0\t')).toBe('a b\u00a0')
  expect(trimEndOf('a/b///', '/')).toBe('a/b')
})

test('white space is what expressions take for it', () => {
  for (let code = 0; code < 0x1_0000; code += 1) {
    const character = String.fromCharCode(code)
    if (isWhiteSpace(character) !== /\s/.test(character)) expect.fail(`U+${code.toString(16)}`)
  }
})
