import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Item, maximumFolderDepth } from '@parley/model'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../import-files.ts'
import { expectValidEntities, httpRequestsIn, requestsIn } from '../imported.testkit.ts'

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/thunder-client', import.meta.url))

const file = (path: string, value: unknown) => ({
  path,
  bytes: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
})

const request = (id: string, colId: string, containerId: string, more = {}) => ({
  ...{ _id: id, colId, containerId, name: id, url: `http://h/${id}`, method: 'GET', sortNum: 10000 },
  ...{ headers: [], params: [], tests: [], ...more },
})

const folder = (id: string, containerId: string, more = {}) => ({
  ...{ _id: id, name: id.toUpperCase(), containerId, sortNum: 10000, ...more },
})

const bearer = { auth: { type: 'bearer', bearer: '{{tok}}' }, headers: [{ name: 'X-Col', value: 'c' }] }

const layout = [
  file('thunderCollection.json', [
    { _id: 'c2', colName: 'Shelves', sortNum: 20000, folders: [] },
    {
      ...{ _id: 'c1', colName: 'Books', sortNum: 10000, settings: bearer },
      folders: [
        folder('late', 'loans', { settings: { auth: { type: 'none' }, headers: [] } }),
        folder('loans', '', { sortNum: 30000 }),
      ],
    },
  ]),
  file('thunderclient.json', [
    request('shelf', 'c2', ''),
    request('fine', 'c1', 'late'),
    request('loan', 'c1', 'loans', { sortNum: 20000 }),
    request('book', 'c1', '', { sortNum: 20000 }),
    request('first', 'c1', '', { sortNum: 5000 }),
  ]),
  file('thunderEnvironment.json', [
    { _id: 'e2', name: 'Prod', sortNum: 2, data: [{ name: 'tok', value: 'p' }] },
    { _id: 'e1', name: 'Dev', sortNum: 1, data: [{ name: 'tok', value: 'd' }] },
  ]),
  file('thunderActivity.json', [request('old', 'history', '')]),
]

/** Returns the names of items, with those in folders after the name of the folder. */
function outline(items: readonly Item[]): readonly unknown[] {
  return items.map(item =>
    item.kind === 'folder' ? [item.name, ...outline(item.items)] : 'name' in item ? item.name : item.kind,
  )
}

function readPart(files: Parameters<typeof importFiles>[0]) {
  const { parts, refused } = importFiles(files)
  const [part, ...others] = parts
  if (part === undefined) throw new Error(JSON.stringify(refused))
  expectValidEntities(part)
  return {
    ...part,
    outlines: part.collections.map(one => [one.name, ...outline(one.items)]),
    others,
    refused,
  }
}

describe('the folder of Thunder Client', () => {
  test.each(['', 'thunder-tests', 'a/b/thunder-tests'])('is read as one whole in “%s”', root => {
    const files = layout.map(one => ({ ...one, path: root === '' ? one.path : `${root}/${one.path}` }))
    const { outlines, others, refused, sourcePath, format, collections, environments, report } =
      readPart(files)
    expect({ others, refused, sourcePath, format }).toEqual({
      ...{ others: [], refused: [], sourcePath: root, format: 'thunderClient' },
    })
    expect(outlines).toEqual([
      ['Books', 'first', 'book', ['LOANS', ['LATE', 'fine'], 'loan']],
      ['Shelves', 'shelf'],
    ])
    expect(collections[0]?.defaults).toMatchObject({
      auth: { type: 'bearer', token: '{{tok}}' },
      headers: [{ name: 'X-Col', value: 'c', enabled: true }],
    })
    expect(environments.map(({ name }) => name)).toEqual(['Dev', 'Prod'])
    expect(report.losses).toEqual([
      { path: [], code: 'NOT_READ', subject: 'The history (thunderActivity.json)' },
    ])
    expect(report.counts).toMatchObject({ collections: 2, folders: 2, requests: 5, environments: 2 })
  })

  test('leaves the other files beside it to their importers', () => {
    const postman = file('c.json', { info: { name: 'P' }, item: [] })
    const { others, refused } = readPart([...layout, postman, file('notes.txt', 'for us')])
    expect(others).toMatchObject([{ sourcePath: 'c.json', format: 'postman' }])
    expect(refused).toMatchObject([{ path: 'notes.txt' }])
  })

  test('keeps requests of a collection or folder that is missing, and folders in a circle', () => {
    const { outlines } = readPart([
      file('thunderCollection.json', [
        { _id: 'c1', colName: 'Books', sortNum: 1, folders: [folder('x', 'y'), folder('y', 'x')] },
      ]),
      file('thunderclient.json', [
        request('in x', 'c1', 'x', { sortNum: 20000 }),
        request('nowhere', 'c1', 'gone', { sortNum: 30000 }),
        request('lost', 'gone', ''),
        request('none', '', ''),
      ]),
    ])
    expect(outlines).toEqual([
      ['Books', ['X'], ['Y'], 'in x', 'nowhere'],
      ['Imported collection', 'lost'],
      ['Imported collection', 'none'],
    ])
  })

  test('puts what is too deep into the deepest folder', () => {
    const ids = Array.from({ length: maximumFolderDepth + 5 }, (_, at) => `f${at}`)
    const folders = ids.map((id, at) => folder(id, ids[at - 1] ?? ''))
    const { collections } = readPart([
      file('thunderCollection.json', [{ _id: 'c', colName: 'C', sortNum: 1, folders }]),
      file('thunderclient.json', [request('deep', 'c', ids.at(-1) ?? '')]),
    ])
    expect(requestsIn(collections)).toBe(1)
  })

  test('names a file that cannot be read', () => {
    const [collections] = layout
    const broken = readPart([collections ?? file('', ''), file('thunderclient.json', '[<<<<<<<')])
    expect(broken.report.losses).toMatchObject([
      { code: 'NOT_READ', subject: expect.stringContaining('thunderclient.json (line 1, column 2') },
    ])
    expect(
      importFiles([file('thunderclient.json', '['), file('thunderEnvironment.json', '[]')]),
    ).toMatchObject({
      ...{ parts: [], refused: [{ failure: { code: 'NOT_JSON' } }] },
    })
  })

  test('a single file is read as before', () => {
    const { parts } = importFiles([
      { path: 'thunderclient.json', bytes: layout[1]?.bytes ?? new Uint8Array() },
    ])
    expect(parts).toMatchObject([{ sourcePath: 'thunderclient.json', format: 'thunderClient' }])
    expect(parts[0]?.collections).toHaveLength(2)
  })
})

describe('the base URL of a collection', () => {
  const urlWith = (url: string, settings: object, inner = {}) => {
    const { collections } = readPart([
      file('thunderCollection.json', [
        { _id: 'c', colName: 'C', sortNum: 1, settings, folders: [folder('f', '', { settings: inner })] },
      ]),
      file('thunderclient.json', [request('r', 'c', 'f', { url })]),
    ])
    return httpRequestsIn(collections[0]?.items ?? [])[0]?.url
  }
  const base = { options: { baseUrl: 'https://a.test/v1' } }

  test.each([
    ['/users?x=1', 'https://a.test/v1/users?x=1'],
    ['users', 'https://a.test/v1/users'],
    ['?x=http://b', 'https://a.test/v1?x=http://b'],
    ['', 'https://a.test/v1'],
    ['http://b.test/x', 'http://b.test/x'],
    ['{{host}}/x', '{{host}}/x'],
  ])('of a request with %j gives %j', (url, expected) => expect(urlWith(url, base)).toBe(expected))

  test('of a folder is nearer', () => {
    expect(urlWith('/x', base, { options: { baseUrl: '{{other}}/' } })).toBe('{{other}}/x')
  })
})

test('settings that are not read are named, and empty ones are not', () => {
  const settings = {
    ...bearer,
    ...{ options: { baseUrl: '' }, runOptions: {}, tests: [], envId: 'e1' },
    preReq: { runFilters: ['login'], options: { clearCookies: false } },
  }
  const { report } = readPart([
    file('thunderCollection.json', [{ _id: 'c', colName: 'C', sortNum: 1, settings, folders: [] }]),
    file('thunderclient.json', []),
  ])
  expect(report.losses).toEqual([
    { path: ['C'], code: 'SETTING_NOT_SUPPORTED', subject: 'envId' },
    { path: ['C'], code: 'SETTING_NOT_SUPPORTED', subject: 'preReq' },
  ])
})

describe('the corpus of Thunder Client (../shared/corpus)', needs(existsSync(corpus), corpusNeed), () => {
  const read = (project: string) =>
    readPart(
      globSync('**/*.json', { cwd: `${corpus}/${project}` })
        .sort()
        .map(path => ({ path, bytes: readFileSync(`${corpus}/${project}/${path}`) })),
    )

  test('a folder with one list of each kind', () => {
    const { collections, outlines } = read('AzBuilder+terrakube/thunder-tests')
    expect(outlines.map(([name]) => name)).toEqual(['getting-started'])
    expect(requestsIn(collections)).toBe(111)
    const folders = collections[0]?.items.filter(item => item.kind === 'folder') ?? []
    expect(folders.filter(({ items }) => items.length === 0).length).toBeLessThan(folders.length / 2)
  })

  test('a folder with files of their own has no request twice, and none is lost', () => {
    const { collections, environments, outlines } = read('DFXswiss+api')
    expect(outlines.map(([name]) => name)).toEqual([
      'DFX API',
      'Ocean API',
      'Olkypay API',
      'Imported collection',
    ])
    // 104 of the collections, 2 that only the list has, and one that belongs to no collection.
    expect(requestsIn(collections)).toBe(107)
    expect(environments).toHaveLength(6)
  })
})
