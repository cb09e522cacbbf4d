import { makeZip } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { readImport } from './read-import.ts'
import { runImport } from './run-import.ts'

const file = (path: string, content: string | Uint8Array) => ({
  path,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
})
const source = (path: string, content: string | Uint8Array) => ({ name: path, files: [file(path, content)] })

const postman = JSON.stringify({
  info: { name: 'Shop' },
  item: [
    {
      name: 'Get',
      request: {
        method: 'POST',
        url: 'http://a',
        auth: { type: 'edgegrid' },
        body: { mode: 'file', file: { src: '/etc/passwd' } },
      },
      event: [
        {
          listen: 'test',
          script: {
            exec: ['pm.test("a", () => {})', '', 'const x = require("axios")', 'const _ = require("lodash")'],
          },
        },
        { listen: 'prerequest', script: { exec: ['if ('] } },
      ],
    },
  ],
})

test('the report names what was imported and everything that was not, with its position', async () => {
  const result = await runImport({
    name: 'x',
    files: [file('shop.json', postman), file('notes.txt', 'hello')],
  })
  if (!result.ok) throw new Error(result.failure.sentence)
  const { summary } = result.value
  expect(summary).toMatchObject({
    sources: [{ path: 'shop.json', format: 'postman', formatName: 'Postman' }],
    counts: { collections: 1, requests: 1 },
    refused: [{ path: 'notes.txt', code: 'UNKNOWN_FORMAT' }],
    losses: [{ place: ['Shop', 'Get'], code: 'AUTH_NOT_SUPPORTED' }],
    unsupportedCalls: [{ place: ['Shop', 'Get'], phase: 'postResponse', line: 3, name: 'require' }],
    libraryCalls: [{ place: ['Shop', 'Get'], phase: 'postResponse', line: 4, name: "require('lodash')" }],
    brokenScripts: [{ place: ['Shop', 'Get'], phase: 'preRequest', line: 1 }],
    filesToPick: [{ place: ['Shop', 'Get'], filePath: '/etc/passwd' }],
  })
})

test('an archive is imported as its content', async () => {
  const archive = makeZip([
    { name: 'shop-main/shop.json', content: postman },
    { name: '__MACOSX/shop-main/._shop.json', content: 'x' },
    { name: 'shop-main/.env', content: 'SECRET=1' },
  ])
  const result = await runImport(source('shop.zip', archive))
  expect(result).toMatchObject({
    ok: true,
    value: { summary: { sources: [{ path: 'shop-main/shop.json' }], refused: [] } },
  })
})

describe('nothing is imported from', () => {
  test.each([
    ['a file of no known kind', 'x.txt', 'hello', 'NOTHING_TO_IMPORT'],
    ['an empty archive', 'x.zip', makeZip([]), 'NOTHING_TO_IMPORT'],
    ['an archive that leads out', 'x.zip', makeZip([{ name: '../x', content: postman }]), 'ZIP_NAME'],
    ['100,000 brackets', 'x.json', '['.repeat(100_000), 'NOTHING_TO_IMPORT'],
    [
      'a YAML bomb',
      'x.yaml',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map((name, index) => `${name}: &${name} [${`*${'abcdefghij'[index]},`.repeat(9)}]`)
        .join('\n')}`,
      'NOTHING_TO_IMPORT',
    ],
  ])('%s', (_what, path, content, code) => {
    expect(readImport(source(path, content))).toMatchObject({ ok: false, failure: { code } })
  })
})

test.each([
  ['{', 'The pasted text is not JSON: '],
  ['hello', 'The format of the pasted text is unknown.'],
])('a pasted %j is not called a file', (text, sentence) => {
  const result = readImport({ ...source('Pasted text', text), isPasted: true })
  expect(result.ok ? '' : result.failure.sentence.slice(0, sentence.length)).toBe(sentence)
})

test('one call that exceeds the limit ends only the thread, although V8 would end the whole program', async () => {
  const bomb = `{"info":{},"item":[${'[],'.repeat(1_200_000)}[]]}`
  const few = { maxMs: 60_000, maxHeapMb: 24 }
  expect(await runImport(source('x.json', bomb), { caps: few })).toMatchObject({
    failure: { code: 'TOO_MUCH_MEMORY' },
  })
})

test('a thread that uses too much memory or time is ended, and this program continues (IM7)', async () => {
  const large = JSON.stringify({
    info: {},
    item: Array.from({ length: 60_000 }, () => ({ name: 'x', request: 'u' })),
  })
  const few = { maxMs: 60_000, maxHeapMb: 24 }
  expect(await runImport(source('x.json', large), { caps: few })).toMatchObject({
    failure: { code: 'TOO_MUCH_MEMORY' },
  })
  const short = { maxMs: 1, maxHeapMb: 500 }
  expect(await runImport(source('x.json', large), { caps: short })).toMatchObject({
    failure: { code: 'TOO_SLOW' },
  })
})

test('cancel ends it', async () => {
  const cancel = new AbortController()
  const running = runImport(source('x.json', postman), { signal: cancel.signal })
  cancel.abort()
  expect(await running).toMatchObject({ failure: { code: 'CANCELLED' } })
  expect(await runImport(source('x.json', postman), { signal: cancel.signal })).toMatchObject({
    failure: { code: 'CANCELLED' },
  })
})

test('many files report their progress', async () => {
  const files = Array.from({ length: 100 }, (_, index) => file(`${index}.json`, postman))
  const seen: number[] = []
  const result = await runImport(
    { name: 'x', files },
    { onProgress: ({ doneFiles }) => seen.push(doneFiles) },
  )
  expect(result).toMatchObject({ ok: true, value: { summary: { counts: { requests: 100 } } } })
  expect(seen.length).toBeGreaterThan(0)
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
})

test('a large file reports the number of requests read', async () => {
  const item = Array.from({ length: 20_000 }, (_, index) => ({
    name: `Request ${index}`,
    request: { method: 'GET', url: `http://a.test/${index}` },
  }))
  const collection = JSON.stringify({ info: { name: 'Large' }, item })
  const seen: number[] = []
  const result = await runImport(source('large.json', collection), {
    onProgress: ({ requests }) => seen.push(requests),
  })
  expect(result).toMatchObject({ ok: true, value: { summary: { counts: { requests: 20_000 } } } })
  expect(seen.some(requests => requests > 0 && requests < 20_000)).toBe(true)
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
})
