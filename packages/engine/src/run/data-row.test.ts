import { expect, test } from 'vitest'
import { describeDataRow, shownDataRow } from './data-row.ts'

test.each<[string, Parameters<typeof describeDataRow>[0], ReturnType<typeof describeDataRow>]>([
  [
    'its first text',
    [
      { name: 'code', text: '7', isJson: true },
      { name: 'empty', text: ' ' },
      { name: 'name', text: 'Bob ' },
      { name: 'city', text: 'Bonn' },
    ],
    { dataText: 'code 7 · empty   · name Bob  · city Bonn', rowName: 'Bob' },
  ],
  [
    'no secret, and nothing that was not kept',
    [
      { name: 'password', text: 'hunter2' },
      { name: 'note', text: '20000 characters, not kept', isReplaced: true },
      { name: 'who', text: '{{apiKey}}', isReplaced: true },
    ],
    { dataText: 'password •••••• · note 20000 characters, not kept · who {{apiKey}}' },
  ],
  ['nothing', [{ name: '__proto__', text: 'null', isJson: true }], { dataText: '__proto__ null' }],
  [
    'the beginning of a long text',
    [{ name: 'a', text: 'x'.repeat(9000) }],
    { dataText: `a ${'x'.repeat(198)}`, rowName: 'x'.repeat(40) },
  ],
])('a data row is called by %s', (_, data, described) => {
  expect(describeDataRow(data)).toEqual(described)
})

test('what has the name of a secret is shown masked, unless the name of a secret stands there already', () => {
  const kept = { name: 'apiKey', text: '{{apiKey}}', isReplaced: true } as const
  expect(shownDataRow([kept, { name: 'token', text: 'abc' }, { name: 'id', text: '1' }])).toEqual([
    kept,
    { name: 'token', text: '••••••', isReplaced: true },
    { name: 'id', text: '1' },
  ])
})
