import fc from 'fast-check'
import { expect, test } from 'vitest'
import { harmlessJson, harmlessText, newTerminalText } from './terminal-text.ts'

test.each([
  ['\x1b]52;c;ZXZpbA==\x07', '\\x1b]52;c;ZXZpbA==\\x07'],
  ['\x1b[2J', '\\x1b[2J'],
  ['\u009b31m', '\\x9b31m'],
  ['shown\rhidden', 'shown\\x0dhidden'],
  ['end\r', 'end\\x0d'],
  ['line\r\nline\n\ttab', 'line\r\nline\n\ttab'],
  ['\0\b\x7f', '\\x00\\x08\\x7f'],
  ['é € 😀', 'é € 😀'],
])('%j is shown as %j (CL1)', (text, expected) => {
  expect(harmlessText(text)).toBe(expected)
})

test('pieces are shown as the whole would be, wherever they are cut', () => {
  const character = fc.constantFrom('a', '\r', '\n', '\x1b', 'é', '€', '😀', '\u009b')
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 20 }),
      fc.array(fc.nat(60), { maxLength: 4 }),
      (all, cuts) => {
        const whole = all.join('')
        const bytes = Buffer.from(whole)
        const text = newTerminalText()
        let shown = ''
        let from = 0
        for (const cut of cuts.toSorted((a, b) => a - b)) {
          shown += text.push(bytes.subarray(from, cut))
          from = Math.min(cut, bytes.byteLength)
        }
        shown += text.push(bytes.subarray(from)) + text.end()
        expect(shown).toBe(harmlessText(whole))
      },
    ),
  )
})

test('bytes that are no text are shown as such', () => {
  const text = newTerminalText()
  expect(text.push(Uint8Array.of(0x61, 0xff, 0xe2, 0x82)) + text.end()).toBe('a\ufffd\ufffd')
})

test('a JSON text made harmless is the same JSON', () => {
  const value = { 'a\u202e': ['\u0000\x1b[2J\x7f\u009b\r\n\t', 'é 👍 \\ " \ufeff'] }
  const harmless = harmlessJson(JSON.stringify(value, null, 2))
  expect(JSON.parse(harmless)).toEqual(value)
  expect(harmless).toContain('\\u202e')
  expect(harmless).toContain('\\u007f\\u009b')
  expect(harmless).toBe(harmlessText(harmless))
})
