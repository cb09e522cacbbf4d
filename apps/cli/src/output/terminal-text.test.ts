import { harmlessText } from '@parley/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newTerminalText } from './terminal-text.ts'

test('pieces are shown like the whole text, wherever they are cut', () => {
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

test('invalid bytes are shown as such', () => {
  const text = newTerminalText()
  expect(text.push(Uint8Array.of(0x61, 0xff, 0xe2, 0x82)) + text.end()).toBe('a\ufffd\ufffd')
})
