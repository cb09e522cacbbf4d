import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFormText, encodeFormText } from './form-text.ts'

const codePoint = fc.integer({ min: 0, max: 0x10_ffff }).map(code => String.fromCodePoint(code))

describe('form text', () => {
  it('is written as browsers write it', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), text => {
        expect(`=${encodeFormText(text)}`).toBe(new URLSearchParams([['', text]]).toString())
      }),
    )
  })

  it('is read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(decodeFormText(encodeFormText(text))).toBe(text)
      }),
    )
  })

  it('with broken escapes stays unchanged', () => expect(decodeFormText('50%+off')).toBe('50% off'))
})
