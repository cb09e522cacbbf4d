import { expect, test } from 'vitest'
import { readImport } from '../read-import.ts'
import { reportSections } from './describe-summary.ts'

const header = [{ key: 'X-Api-Key', value: 'canary' }]
const postman = { info: { name: 'Shop' }, item: [{ name: 'Get', request: { url: 'http://a', header } }] }

test.each([
  [false, 'Everything else is imported without them.', 'These values are saved '],
  [true, 'Everything else was imported without them.', 'These values were saved '],
])('the next steps fit an import that is written (%s)', (isWritten, refused, secrets) => {
  const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })
  const read = readImport({
    name: 'folder',
    files: [file('shop.json', JSON.stringify(postman)), file('notes.txt', 'hello')],
  })
  if (!read.ok) throw new Error(read.failure.sentence)
  const steps = reportSections(read.value.summary, isWritten).map(one => one.nextStep)
  expect(steps).toEqual([refused, expect.stringContaining(secrets)])
})
