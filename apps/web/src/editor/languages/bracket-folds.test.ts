import { expect, test } from 'vitest'
import { bracketFold } from './bracket-folds.ts'

const query = `query A($a: Int) { # {
  books(
    first: 1
  ) {
    id
    note(text: """ } """)
  }
  all { id }
}
`

test.each([
  [0, 18, query.lastIndexOf('}')],
  [1, query.indexOf('books(') + 6, query.indexOf('  ) {') + 2],
  [3, query.indexOf(') {\n    id') + 3, query.indexOf('}\n  all')],
])('line %i folds from its last open bracket', (line, from, to) => {
  expect(foldOf(line)).toEqual({ from, to })
})

test.each([2, 4, 5, 6, 7, 8, 9])('line %i does not fold', line => expect(foldOf(line)).toBeNull())

test.each(['{', '{ a', '}}}', '""" {\n', '"{\n}', '{ a }\n'])('%j does not fold', text => {
  const [first = ''] = text.split('\n')
  expect(bracketFold(text, first.length)).toBeNull()
})

/** What folds at a line of the query, by positions in it. */
function foldOf(line: number) {
  const lines = query.split('\n')
  const from = lines.slice(0, line).join('\n').length + (line === 0 ? 0 : 1)
  const fold = bracketFold(query.slice(from), (lines[line] ?? '').length)
  return fold && { from: from + fold.from, to: from + fold.to }
}
