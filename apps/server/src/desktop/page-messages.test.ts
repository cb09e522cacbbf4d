import { expect, test } from 'vitest'
import { maxPageMessageCharacters, parsePageMessage } from './page-messages.ts'

test('a message of a known kind is read', () => {
  expect(parsePageMessage('{"type":"sends","count":2}')).toEqual({ type: 'sends', count: 2 })
})

/** Anything may run in a page that was taken over; the app reads nothing but these messages (DT1). */
test.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['no object', 'null'],
  ['a list', '[{"type":"quit"}]'],
  ['an unknown kind (DT1)', '{"type":"run","command":"rm -rf /"}'],
  ['more than it has (DT1)', '{"type":"quit","force":true}'],
  ['a wrong type', '{"type":"sends","count":"2"}'],
  ['a negative number', '{"type":"sends","count":-1}'],
  ['another document', '{"type":"document","name":"../../etc/passwd"}'],
  ['a prototype', '{"__proto__":{"type":"quit"}}'],
  ['a title without end', JSON.stringify({ type: 'title', title: 'x'.repeat(10_001) })],
  ['too many menus', JSON.stringify({ type: 'menus', menus: Array(21).fill({ label: '', items: [] }) })],
  ['a long text', `{"type":"title","title":"${'x'.repeat(maxPageMessageCharacters)}"}`],
  ['100 MB (DT1)', 'x'.repeat(100_000_000)],
])('%s is ignored', (_name, text) => {
  expect(parsePageMessage(text)).toBeNull()
})
