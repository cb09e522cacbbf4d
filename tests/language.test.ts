import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { productSources, repository } from '../scripts/language/product-sources.ts'
import { sourceTexts } from '../scripts/language/source-texts.ts'
import { hardWords, hardWordsIn } from '../scripts/language/word-list.ts'

test('sentences for users are found in JSX, attributes, strings and templates, and nothing else is', () => {
  const source = `
    import { Dialog } from './some path/dialog.tsx'
    const title = 'Request not sent'
    const failure = \`The file \${name} was not found.\`
    if (bug) throw new Error('this is for developers')
    const query = 'SELECT id FROM history'
    type Kind = 'one of these'
    export const View = () => (
      <Dialog className="wide and tall" label="Close tab" kind="saveAs">
        Nothing was <b>sent</b>. {count > 0 ? 'Try again' : null}
      </Dialog>
    )`
  expect(sourceTexts('view.tsx', source).sentences).toEqual([
    { line: 3, text: 'Request not sent' },
    { line: 4, text: 'The file … was not found.' },
    { line: 9, text: 'Close tab' },
    { line: 10, text: 'Nothing was' },
    { line: 10, text: 'Try again' },
  ])
})

test('comments are found with their lines', () => {
  const source = '/** Sends it.\n * Twice. */\nsend() // why\n'
  expect(sourceTexts('send.ts', source).comments).toEqual([
    { line: 1, text: 'Sends it.\nTwice.' },
    { line: 3, text: 'why' },
  ])
})

test.each([
  'The name stands in the header.',
  'Parley tells the user.',
  'It begins anew.',
  'what of the others',
  'The key lies in the keychain.',
  'The body is sent as it comes.',
  'It waits for so many rows.',
  'of this device alone',
])('the word list knows “%s”', text => {
  expect(hardWordsIn(text)).toHaveLength(1)
})

test('each hard word has a replacement, and plain sentences have none of them', () => {
  for (const { instead } of hardWords) expect(instead).not.toBe('')
  expect(hardWordsIn('A placeholder stands for a value. It is tells-free, and outstanding.')).toEqual([])
})

test('the sources of each app and package are gone over', () => {
  const sources = productSources()
  for (const part of ['apps/web', 'apps/server', 'apps/cli', 'packages/model', 'packages/engine'])
    expect(sources.filter(path => path.startsWith(part)).length, part).toBeGreaterThan(20)
  // The check of the words reads all of them; here one folder shows that they are found.
  const all = sources
    .filter(path => path.startsWith('apps/web/src/views/Response'))
    .flatMap(path => sourceTexts(path, readFileSync(`${repository}${path}`, 'utf8')).sentences)
  expect(all.map(({ text }) => text)).toContain('The preview appears when the body is complete.')
})
