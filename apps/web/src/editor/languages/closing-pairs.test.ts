import { deleteBracketPair, insertBracket } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { loadDraftLanguage } from './draft-languages.ts'

async function typed(language: 'json' | 'javascript' | 'graphql', before: string, keys: string) {
  const at = before.indexOf('|')
  let state = EditorState.create({
    doc: before.replace('|', ''),
    selection: { anchor: at },
    extensions: await loadDraftLanguage(language),
  })
  for (const key of keys)
    state = (insertBracket(state, key) ?? state.update(state.replaceSelection(key))).state
  const { head } = state.selection.main
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`
}

test.each([
  ['json', '|', '{"a": [1', '{"a": [1|]}'],
  ['json', '|', '{"a": [1]}', '{"a": [1]}|'],
  ['json', '{"a": |}', '{{', '{"a": {{|}}}'],
  // A bracket before a word, and a quote in a string, stay alone.
  ['json', '|12', '[', '[|12'],
  ['json', '{"a": "|b"}', '{', '{"a": "{|b"}'],
  ['javascript', '|', 'test("a", () => {', 'test("a", () => {|})'],
  ['graphql', '|', '{ a(b: "c', '{ a(b: "c|")}'],
] as const)('in %s, %s with %s typed is %s', async (language, before, keys, after) => {
  expect(await typed(language, before, keys)).toBe(after)
})

test('Backspace between brackets removes both', async () => {
  let state = EditorState.create({
    doc: '[]',
    selection: { anchor: 1 },
    extensions: await loadDraftLanguage('json'),
  })
  deleteBracketPair({ state, dispatch: transaction => (state = transaction.state) })
  expect(state.doc.toString()).toBe('')
})
