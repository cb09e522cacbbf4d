import { row } from '@parley/model'
import { expect, test } from 'vitest'
import { rowsFromVariables } from './paste-variables.ts'

const off = (name: string, value: string) => ({ ...row(name, value), enabled: false })

test.each([
  [
    '# The server\r\nBASE_URL=http://h.test/?a=b#c\r\n\r\nexport TOKEN=abc # of mine\nEMPTY=\n# OLD=1',
    [row('BASE_URL', 'http://h.test/?a=b#c'), row('TOKEN', 'abc'), row('EMPTY', ''), off('OLD', '1')],
  ],
  ['A="two words" # note', [row('A', 'two words')]],
  ["A='it\\n = #1'", [row('A', 'it\\n = #1')]],
  ['A="one\\ntwo \\"x\\" \\d"\nB=2', [row('A', 'one\ntwo "x" \\d'), row('B', '2')]],
  ['KEY="-----BEGIN\nabc\n-----END"\nB = 2', [row('KEY', '-----BEGIN\nabc\n-----END'), row('B', '2')]],
  ['A="not closed\nB=1', [row('A', '"not closed'), row('B', '1')]],
  [
    '{"a": "x", "id": 12345678901234567890, "on": true, "list": [1, 2]}',
    [row('a', 'x'), row('id', '12345678901234567890'), row('on', 'true'), row('list', '[1, 2]')],
  ],
])('%j is read as variables', (text, rows) => {
  expect(rowsFromVariables(text)).toEqual(rows)
})

test.each(['plain', 'host: example.test', 'a: x=1', '# only a comment', '{}', '[1]', 'two words = 1', ''])(
  '%j is no file of variables',
  text => expect(rowsFromVariables(text)).toBeNull(),
)

test('a long file is read in linear time', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `NAME_${at}="value ${at}"`)
  expect(rowsFromVariables(lines.join('\n'))?.length).toBe(20_000)
})
