import { insertNewlineAndIndent } from '@codemirror/commands'
import { ensureSyntaxTree, getIndentation, indentUnit } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { graphQl } from './graphql-language.ts'

test.each([
  ['query {\n', 2],
  ['query {\n  books {\n', 4],
  ['query {\n  books {\n    id\n', 4],
  ['query {\n  books {\n    id\n}', 2],
  ['query {\n  books {\n    id\n  }\n', 2],
  ['query {\n  books {\n    id\n  }\n}\n', 0],
  ['query A(\n', 2],
  ['query A(\n  $a: Int\n)', 0],
  ['{ add(input: {\n', 2],
  ['{ add(input: {\n  ids: [\n', 4],
  ['{ add(input: {\n  ids: [\n    1\n]', 2],
  ['{ add(input: {\n  id: 1\n}) {\n', 2],
  ['    {\n', 6],
  ['} ) ]\n', 0],
  [`${'{\n'.repeat(150)}${'}\n'.repeat(150)}`, 0],
  ['query { # {{\n', 2],
  ['{ a(b: "{[(")\n', 2],
])('the line after %j is indented by %i', (text, columns) => {
  expect(indentationOf(text)).toBe(columns)
})

test('a block string keeps its own indentation', () => {
  expect(indentationOf('{ a(b: """\n      {\n')).toBeNull()
})

test('Enter between two brackets puts the closing one on its own line', () => {
  let state = stateOf('query {}', 7)
  insertNewlineAndIndent({ state, dispatch: transaction => (state = transaction.state) })
  expect(state.doc.toString()).toBe('query {\n  \n}')
})

test.each(['}', ')', ']'])('a typed %s moves its line back', bracket => {
  const state = stateOf('{\n  ', 4)
  const [rule] = state.languageDataAt<RegExp>('indentOnInput', 4)
  expect(rule?.test(`  ${bracket}`)).toBe(true)
  expect(rule?.test('  a')).toBe(false)
})

/** The columns of the last line of a text. */
function indentationOf(text: string): number | null {
  return getIndentation(stateOf(text, text.length), text.lastIndexOf('\n') + 1)
}

function stateOf(doc: string, anchor: number): EditorState {
  const extensions = [indentUnit.of('  '), graphQl]
  const state = EditorState.create({ doc, selection: { anchor }, extensions })
  // Creating a state parses for 20 ms only, which on a busy machine is not to the end.
  ensureSyntaxTree(state, doc.length, Number.POSITIVE_INFINITY)
  return state.update({}).state
}
