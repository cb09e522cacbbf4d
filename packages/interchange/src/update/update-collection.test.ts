import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { type HttpRequest, newHttpRequest, type Result, row } from '@parley/model'
import { memoryFolder } from '@parley/testkit'
import { noIdentityStore, openWorkspace, type TreeItem, type Workspace } from '@parley/workspace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readImport } from '../read-import.ts'
import { findUpdates, writeImport } from '../write-import.ts'

let folder: string
let workspace: Workspace

function unwrap<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

beforeEach(async () => {
  folder = mkdtempSync(join(memoryFolder, 'parley-update-'))
  const host = {
    files: nodeFiles,
    secrets: { read: async () => new Map(), write: async () => {} },
    identities: noIdentityStore,
    trashFolder: join(folder, '.trash'),
  }
  workspace = unwrap(await openWorkspace(host, folder))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const operation = (fields: object = {}) => ({ tags: ['books'], ...fields })
const param = (name: string, example: string) => ({ name, in: 'query', required: true, example })
const header = (name: string, example: string) => ({ name, in: 'header', required: true, example })
const body = (example: unknown) => ({ content: { 'application/json': { example } } })
const first = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://a.test' }],
  paths: {
    '/books': {
      get: operation({ summary: 'List', parameters: [param('limit', '1'), header('X-One', '1')] }),
      post: operation({ summary: 'Add', requestBody: body({ a: 1 }) }),
    },
    '/old': { get: operation({ summary: 'Old' }) },
    '/mine': { get: operation({ summary: 'Touched' }) },
    '/moved': { get: operation({ summary: 'Moved' }) },
  },
}
const second = {
  ...first,
  info: { title: 'Shop', version: '2' },
  paths: {
    '/books': {
      get: operation({
        summary: 'List',
        parameters: [param('limit', '1'), param('author', 'x'), header('X-One', '2'), header('X-New', '1')],
      }),
      post: operation({ summary: 'Add', requestBody: body({ a: 2 }) }),
    },
    '/moved': { get: operation({ summary: 'Moved', description: 'Now with words' }) },
    '/new': { get: { tags: ['fresh'], summary: 'New' } },
    '/own': { get: operation({ summary: 'Theirs' }) },
  },
}

async function read(document: object) {
  const files = [{ path: 'api.json', bytes: new TextEncoder().encode(JSON.stringify(document)) }]
  return unwrap(await Promise.resolve(readImport({ name: 'api.json', files })))
}

function pathOf(
  name: string,
  items: readonly TreeItem[] = workspace.tree.collections[0]?.items ?? [],
): string {
  for (const item of items) {
    if (item.name === name) return item.path
    const below = item.kind === 'folder' ? pathOf(name, item.items) : ''
    if (below !== '') return below
  }
  return ''
}

async function request(name: string): Promise<HttpRequest> {
  const { entity } = unwrap(await workspace.readItem(pathOf(name)))
  if (entity.kind !== 'http') throw new Error(name)
  return entity
}

async function change(name: string, make: (one: HttpRequest) => HttpRequest): Promise<void> {
  const { entity, version } = unwrap(await workspace.readItem(pathOf(name)))
  unwrap(
    await workspace.saveItem(pathOf(name), { entity: make(entity as HttpRequest), baseVersion: version }),
  )
}

test('a new version updates what came from the old one, keeps the user’s changes, and lists both first', async () => {
  unwrap(await writeImport(workspace, await read(first)))
  await change('List', one => ({ ...one, headers: [...one.headers, row('X-Mine', 'kept')] }))
  await change('Add', one => ({ ...one, body: { type: 'raw', language: 'json', text: '{"mine": true}' } }))
  await change('Touched', one => ({ ...one, docs: 'My words' }))
  await change('Moved', one => ({ ...one, url: '{{baseUrl}}/v9/moved' }))
  const own = newHttpRequest({ name: 'Own', url: '{{baseUrl}}/own' })
  unwrap(await workspace.commands.createItem('Shop', own))

  const next = await read(second)
  const updates = await findUpdates(workspace, next)
  expect([...updates.values()].map(one => one.lines)).toEqual([
    [
      'Changed: Shop: the version',
      'New: New (GET /new)',
      'Changed: List: the URL and its params, headers',
      'Changed: Moved: the documentation',
      'Removed: Old (GET /old)',
      'Kept: POST /books: the body changed in the document and here; yours stays.',
      'Kept: GET /mine is no longer in the document; you changed it, so it stays.',
      'Kept: GET /own is new in the document; you have one of your own, which stays.',
    ],
  ])
  expect(pathOf('New')).toBe('')
  expect(pathOf('Old')).not.toBe('')

  const written = unwrap(await writeImport(workspace, next, { updates }))
  expect(written).toMatchObject({
    collections: [],
    updated: [{ name: 'Shop', path: 'Shop' }],
    notWritten: [],
  })
  expect(await request('List')).toMatchObject({
    url: '{{baseUrl}}/books?limit=1&author=x',
    headers: [row('X-One', '2'), row('X-Mine', 'kept'), row('X-New', '1')],
  })
  expect((await request('Add')).body).toMatchObject({ text: '{"mine": true}' })
  expect(await request('Moved')).toMatchObject({ url: '{{baseUrl}}/v9/moved', docs: 'Now with words' })
  expect(await request('Touched')).toMatchObject({ docs: 'My words' })
  expect(pathOf('Old')).toBe('')
  expect(pathOf('New')).toBe('Shop/fresh/New.yml')
  expect(await request('Own')).toMatchObject({ url: '{{baseUrl}}/own' })
  expect(unwrap(await workspace.readCollection('Shop')).entity.version).toBe('2')
  expect(JSON.parse(readFileSync(join(folder, 'Shop/.imported/openapi'), 'utf8')).info.version).toBe('2')
  expect(await workspace.commands.listDeleted()).toMatchObject([{ name: 'Old' }])
})

test('servers and authorization follow the document unless the user changed them', async () => {
  const schemes = (security: string) => ({
    security: [{ [security]: [] }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  })
  const servers = (...urls: readonly string[]) => ({
    servers: urls.map((url, index) => ({ url, description: `Server ${index}` })),
  })
  const before = { ...first, ...schemes('token'), ...servers('https://a.test', 'https://b.test') }
  unwrap(await writeImport(workspace, await read(before)))
  const place = 'Shop/environments/Server 1.yml'
  const { entity, version } = unwrap(await workspace.readEnvironment(place))
  const variables = entity.variables.map(one =>
    one.secret ? one : { ...one, value: { text: 'https://mine.test' } },
  )
  unwrap(await workspace.saveEnvironment(place, { entity: { ...entity, variables }, baseVersion: version }))

  const after = {
    ...first,
    ...schemes('basic'),
    ...servers('https://new.test', 'https://b2.test', 'https://c.test'),
  }
  const next = await read(after)
  const updates = await findUpdates(workspace, next)
  expect([...updates.values()].map(one => one.lines)).toEqual([
    [
      'Changed: Shop: authorization',
      'Changed: Shop: variables',
      'Changed: the environment Server 0: variables',
      'New: the environment Server 2',
    ],
  ])
  expect(unwrap(await writeImport(workspace, next, { updates })).notWritten).toEqual([])
  const { defaults } = unwrap(await workspace.readCollection('Shop')).entity
  expect(defaults.auth).toMatchObject({ type: 'basic' })
  expect(defaults.variables).toMatchObject([{ name: 'baseUrl', value: { text: 'https://new.test' } }])
  const textOf = async (name: string) =>
    JSON.stringify(unwrap(await workspace.readEnvironment(`Shop/environments/${name}.yml`)).entity.variables)
  expect(await textOf('Server 0')).toContain('https://new.test')
  expect(await textOf('Server 1')).toContain('https://mine.test')
  expect(await textOf('Server 2')).toContain('https://c.test')
  const again = await findUpdates(workspace, await read(after))
  expect([...again.values()].map(one => one.lines)).toEqual([['Nothing is different.']])
})

test('the same version makes no difference, and neither does a second update', async () => {
  unwrap(await writeImport(workspace, await read(first)))
  const again = await read(first)
  const none = await findUpdates(workspace, again)
  expect([...none.values()].map(one => one.lines)).toEqual([['Nothing is different.']])
  const next = await read(second)
  unwrap(await writeImport(workspace, next, { updates: await findUpdates(workspace, next) }))
  const repeated = await findUpdates(workspace, await read(second))
  expect([...repeated.values()].map(one => one.lines)).toEqual([['Nothing is different.']])
})

test('deleted requests stay deleted, and another document is not an update', async () => {
  unwrap(await writeImport(workspace, await read(first)))
  unwrap(await workspace.commands.remove(pathOf('List')))
  const [update] = [...(await findUpdates(workspace, await read(second))).values()]
  expect(update?.lines).toContain(
    'Kept: GET /books changed in the document; you deleted it, so it stays deleted.',
  )
  const other = await read({ ...second, info: { title: 'Other', version: '1' } })
  expect((await findUpdates(workspace, other)).size).toBe(0)
})
