import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test.each([
  ['UTF-8', [0x63, 0x61, 0x66, 0xc3, 0xa9], 'café'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ['UTF-16LE with a mark', [0xff, 0xfe, 0xe9, 0x00], 'é'],
  ['UTF-16BE without one', [0x00, 0x61, 0x00, 0xe9], 'aé'],
  ['Windows-1252', [0x63, 0x61, 0x66, 0xe9, 0x20, 0x80], 'café €'],
  ['UTF-8 with a damaged byte', [0xc3, 0xa9, 0xff], 'é\ufffd'],
  ['a replacement character that was written', [0xef, 0xbf, 0xbd, 0xc3, 0xa9], '\ufffdé'],
])('%s', (_what, bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(text)
})
