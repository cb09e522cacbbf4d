import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { urlCompletion } from './url-completion.ts'

/** `|` is the cursor. */
async function complete(marked: string, urls: readonly string[]) {
  const asked: string[] = []
  const source = urlCompletion(async typed => {
    asked.push(typed)
    return urls.map(url => ({ method: 'GET', url }))
  })
  const state = EditorState.create({ doc: marked.replace('|', '') })
  return { result: await source(new CompletionContext(state, marked.indexOf('|'), false)), asked }
}

test('the matches of what is typed are marked in each URL', async () => {
  const { result } = await complete('Books|', ['http://a/books?x=books', 'http://other'])
  const marks = result?.options.map(option => result.getMatch?.(option))
  expect(marks).toEqual([[9, 14], []])
})

test('a URL cannot reorder or hide what is around it', async () => {
  const { result } = await complete('a|', ['http://a/\u202egnp'])
  expect(result?.options[0]).toMatchObject({
    label: 'http://a/\u202egnp',
    displayLabel: 'http://a/‹U+202E›gnp',
  })
})

test.each(['http://|a', 'http://{{na|', 'http://{{name}}/{{|'])(
  'nothing is looked for at %s',
  async marked => {
    expect(await complete(marked, ['http://a'])).toEqual({ result: null, asked: [] })
  },
)

test('no list opens where nothing is found, or the server does not respond', async () => {
  expect((await complete('http|', [])).result).toBeNull()
  const state = EditorState.create({ doc: 'http' })
  const failing = urlCompletion(() => Promise.reject(new Error('no server')))
  expect(await failing(new CompletionContext(state, 4, false))).toBeNull()
})
