import { expect, test } from 'vitest'
import { describeNotice } from './notice.ts'

test.each([
  [['a'], '{{a}} has no value and was sent as typed'],
  [['a', 'b'], '{{a}}, {{b}} have no value and were sent as typed'],
])('names the variables %j that have no value', (names, sentence) => {
  expect(describeNotice({ code: 'UNKNOWN_VARIABLES', names })).toBe(sentence)
})

test('names what was used without being saved, and where it is', () => {
  const notice = {
    code: 'UNSAVED_CHANGES',
    values: [{ name: 'region', owner: 'Local' }],
    parts: [{ part: 'headers', owner: 'Seed C' }],
  } as const
  expect(describeNotice(notice)).toBe(
    'used as shown, but not saved yet: {{region}} (Local), headers (Seed C)',
  )
})
