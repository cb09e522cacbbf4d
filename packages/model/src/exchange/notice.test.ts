import { expect, test } from 'vitest'
import { describeNotice } from './notice.ts'

test.each([
  [['a'], '{{a}} has no value and was sent as typed'],
  [['a', 'b'], '{{a}}, {{b}} have no value and were sent as typed'],
])('names the variables %j that have no value', (names, sentence) => {
  expect(describeNotice({ code: 'UNKNOWN_VARIABLES', names })).toBe(sentence)
})
