import { expect, test } from 'vitest'
import { clockLabel } from './clock-label.ts'

test.each([
  [-5, '00:00'],
  [999, '00:00'],
  [15_400, '00:15'],
  [3_599_999, '59:59'],
  [3_600_000, '1:00:00'],
  [100 * 3_600_000, '100:00:00'],
])('%i ms is %s', (elapsedMs, label) => expect(clockLabel(elapsedMs)).toBe(label))
