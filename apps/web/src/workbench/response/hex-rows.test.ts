import { expect, it } from 'vitest'
import { hexRow, hexRows } from './hex-rows.ts'

it('writes sixteen bytes in a row, with their ASCII characters', () => {
  const bytes = Uint8Array.from({ length: 18 }, (_, index) => index + 0x38)
  expect(hexRows(bytes, 32)).toEqual([
    { label: '00000020', text: '38 39 3a 3b 3c 3d 3e 3f  40 41 42 43 44 45 46 47  89:;<=>?@ABCDEFG' },
    { label: '00000030', text: '48 49                                             HI' },
  ])
})

it('shows a dot for a byte that is not visible', () => {
  expect(hexRow(Uint8Array.of(0, 0x7f, 0xe9, 0x20))).toBe(`${'00 7f e9 20'.padEnd(48)}  ... `)
})
