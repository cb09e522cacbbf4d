import { expect, it } from 'vitest'
import { formatDuration, formatElapsed, formatSize } from './format-quantity.ts'

it.each([
  [0, '0 B'],
  [486, '486 B'],
  [1024, '1.0 KB'],
  [4_178, '4.1 KB'],
  [1_048_576, '1.0 MB'],
  [1_048_575, '1.0 MB'],
  [104_857_600, '100.0 MB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})

it.each([
  [0.4, '0 ms'],
  [182, '182 ms'],
  [999.6, '1.0 s'],
  [1_204, '1.2 s'],
  [59_990, '59.9 s'],
  [125_000, '2 min 5 s'],
])('writes %d ms as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})

it('shows elapsed time in tenths of a second, never below zero', () => {
  expect([formatElapsed(-50), formatElapsed(1_899), formatElapsed(62_000)]).toEqual([
    '0.0 s',
    '1.8 s',
    '62.0 s',
  ])
})
