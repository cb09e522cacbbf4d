import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePiece } from './decode-text.ts'

test('a piece of valid UTF-8 never contains a broken character, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.nat(130), (value, cut) => {
      const whole = value.toWellFormed().replaceAll('\ufffd', '')
      const bytes = Buffer.from(whole)
      const first = decodePiece(bytes.subarray(0, cut), 'utf-8', false)
      expect(first.text).not.toContain('\ufffd')
      expect(first.text + decodePiece(bytes.subarray(first.usedBytes), 'utf-8', true).text).toBe(whole)
    }),
  )
})
