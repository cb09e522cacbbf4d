import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ORPCError, safe } from '@orpc/client'
import {
  defaultGrpcOptions,
  grpcCallOf,
  type HttpRequest,
  newGrpcRequest,
  newHttpRequest,
} from '@parley/model'
import { waitFor } from '@parley/testkit'
import { beforeEach, expect, test } from 'vitest'
import type { Created } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { sampleId, startTestServer } from '../start-test-server.testkit.ts'
import type { WatchedWindow } from '../watch-window.testkit.ts'

const running = useSharedServerWithSamples()
let window: WatchedWindow
let collectionId: string

beforeEach(async () => {
  window = running.window
  collectionId = await sampleId(running.client)
})

const fileOf = (...path: readonly string[]) => join(running.workspaceFolder, 'Bookshop API', ...path)

async function idOf(name: string): Promise<string> {
  const { collections } = await running.client.library.readTree()
  const all = collections.flatMap(one => one.children)
  const found = all
    .flatMap(one => (one.kind === 'request' ? [one] : one.children))
    .find(one => one.name === name)
  if (found === undefined) throw new Error(`No ${name}`)
  return found.id
}

function created(made: Created): string {
  if (made.state === 'failed') throw new Error(made.sentence)
  return made.id
}

async function open(name: string) {
  const id = await idOf(name)
  return { id, ...(await running.client.library.readRequest({ id })) }
}

test('a GraphQL request is stored as one, opens, and stays one while its body is GraphQL', async () => {
  const body = { type: 'graphql', query: '{ books { title } }', variables: '' } as const
  const request = newHttpRequest({ name: 'Catalogue', method: 'POST', url: 'http://localhost/graphql', body })
  created(await running.client.library.createRequest({ parentId: collectionId, request }))
  const path = fileOf('Catalogue.yml')
  expect(readFileSync(path, 'utf8')).toMatch(/^ {2}type: graphql$/m)
  const opened = await open('Catalogue')
  expect(opened.request).toMatchObject({ kind: 'http', method: 'POST', body })
  const { collections } = await running.client.library.readTree()
  expect(collections[0]?.children).toContainEqual(
    expect.objectContaining({ name: 'Catalogue', method: 'GQL' }),
  )
  const before = readFileSync(path, 'utf8')
  const saved = await running.client.library.saveRequest({
    id: opened.id,
    request: { ...opened.request, url: 'http://localhost/v2' },
    baseVersion: opened.version,
  })
  expect(readFileSync(path, 'utf8')).toBe(before.replace('/graphql', '/v2'))
  const raw: HttpRequest = { ...opened.request, body: { type: 'raw', language: 'text', text: 'plain' } }
  if (saved.state !== 'saved') throw new Error('Not saved')
  await running.client.library.saveRequest({ id: opened.id, request: raw, baseVersion: saved.version })
  expect(readFileSync(path, 'utf8')).toMatch(/^ {2}type: http$/m)
  expect((await open('Catalogue')).request.body).toEqual(raw.body)
})

test('a gRPC request is in the tree, opens, and keeps its file when it is renamed and saved', async () => {
  const text = 'info:\n  name: Ticker\n  type: grpc\ngrpc:\n  url: grpc://localhost/ticker\n'
  writeFileSync(fileOf('Ticker.yml'), text)
  await waitFor(
    async () =>
      (await running.client.library.readTree()).collections[0]?.children.some(one => one.name === 'Ticker'),
    'the file to be seen',
  )
  const { collections } = await running.client.library.readTree()
  expect(collections[0]?.children.find(one => one.name === 'Ticker')).toMatchObject({
    method: 'gRPC',
    problem: null,
  })
  const id = await idOf('Ticker')
  const { request, version } = await open('Ticker')
  expect(request).toMatchObject({ url: 'grpc://localhost/ticker', grpc: { methodType: 'unary' } })
  const saved = await running.client.library.saveRequest({ id, request, baseVersion: version })
  expect(saved).toMatchObject({ state: 'saved' })
  expect(readFileSync(fileOf('Ticker.yml'), 'utf8')).toBe(text)
  expect(await running.client.library.rename({ id, name: 'Prices' })).toEqual({ state: 'done' })
  expect(readFileSync(fileOf('Prices.yml'), 'utf8')).toBe(text.replace('Ticker', 'Prices'))
})

test('the sample is files, and saving one field changes one line', async () => {
  const path = fileOf('Books', 'Get a book.yml')
  const before = readFileSync(path, 'utf8')
  const { id, request, version } = await open('Get a book')
  const changed: HttpRequest = { ...request, method: 'HEAD' }
  const saved = await running.client.library.saveRequest({ id, request: changed, baseVersion: version })
  expect(saved).toMatchObject({ state: 'saved' })
  expect(readFileSync(path, 'utf8')).toBe(before.replace('GET', 'HEAD'))
  expect(await open('Get a book')).toMatchObject({ request: { method: 'HEAD' } })
  await waitFor(() => window.events.some(event => event.type === 'library'), 'news of the tree')
})

test('a file that another program changed is not overwritten, and both versions are returned', async () => {
  const path = fileOf('Books', 'Get a book.yml')
  const { id, request, version } = await open('Get a book')
  writeFileSync(path, readFileSync(path, 'utf8').replace('GET', 'PUT'))
  const mine = { ...request, method: 'HEAD' }
  const refused = await running.client.library.saveRequest({ id, request: mine, baseVersion: version })
  if (refused.state !== 'changed') throw new Error('It was written over')
  expect(refused.theirs.request.method).toBe('PUT')
  expect(readFileSync(path, 'utf8')).toContain('PUT')
  const baseVersion = refused.theirs.version
  expect(await running.client.library.saveRequest({ id, request: mine, baseVersion })).toMatchObject({
    state: 'saved',
  })
  expect(readFileSync(path, 'utf8')).toContain('HEAD')
})

test('new collections, folders and requests are in the tree and on disk', async () => {
  const shop = created(await running.client.library.createCollection({ name: 'My shop' }))
  const folder = created(await running.client.library.createFolder({ parentId: shop, name: 'A/B' }))
  const request = newHttpRequest({
    name: 'Upload',
    method: 'POST',
    body: {
      type: 'file',
      files: [{ filePath: 'picked:1234/photo.png', contentType: '', selected: true }],
    },
  })
  const id = created(await running.client.library.createRequest({ parentId: folder, request }))
  expect((await running.client.library.readRequest({ id })).request).toMatchObject({
    name: 'Upload',
    body: { files: [{ filePath: 'photo.png' }] },
  })
  const { collections } = await running.client.library.readTree()
  expect(collections.find(one => one.name === 'My shop')?.children).toMatchObject([
    { kind: 'folder', name: 'A/B', children: [{ name: 'Upload', method: 'POST' }] },
  ])
})

test('changes by other programs are notified, and a damaged file says why it cannot be opened', async () => {
  const { version, request, id } = await open('Echo')
  writeFileSync(fileOf('Echo.yml'), '<<<<<<< HEAD\ninfo:\n')
  await waitFor(async () => {
    const { revision, collections } = await running.client.library.readTree()
    const isNotified = window.events.findLast(event => event.type === 'library')?.revision === revision
    return isNotified && collections[0]?.children.some(one => one.kind === 'request' && one.problem !== null)
  }, 'the damage in the tree')
  const { error } = await safe(running.client.library.readRequest({ id }))
  if (!(error instanceof ORPCError)) throw new Error('It was read')
  expect(error.code).toBe('DAMAGED')
  expect(await running.client.library.saveRequest({ id, request, baseVersion: version })).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('not valid YAML'),
  })
  expect(readFileSync(fileOf('Echo.yml'), 'utf8')).toContain('<<<<<<< HEAD')
})

test('a workspace survives a restart, and a workspace of the user opens instead', async () => {
  await running.client.library.createFolder({ parentId: collectionId, name: 'Kept' })
  const other = await startTestServer({ workspaceFolder: fileOf() })
  const tree = await other.client.library.readTree()
  expect(tree.collections.map(one => one.name)).toEqual(['Bookshop API'])
  expect(tree.collections[0]?.children.map(one => one.name)).toContain('Kept')
  await other.close()
})

test('what a request inherits is returned with its owner, the nearest first', async () => {
  const read = (parentId: string | null) => running.client.auth.readInherited({ parentId })
  expect(await read(null)).toEqual({ auth: { type: 'none' }, owner: null, headers: [], unread: '' })
  const path = fileOf('opencollection.yml')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"{{token}}"', '"{{other}}"'))
  const owner = { kind: 'collection', name: 'Bookshop API' }
  expect(await read(collectionId)).toEqual({
    auth: { type: 'bearer', token: '{{other}}' },
    owner,
    headers: [],
    unread: '',
  })
  const { collections } = await running.client.library.readTree()
  const folder = collections[0]?.children.find(one => one.name === 'Books')
  expect(await read(folder?.id ?? '')).toMatchObject({ owner })
  const folderPath = fileOf('Books', 'folder.yml')
  const ofFolder = 'auth:\n    type: basic\n    username: ann\n'
  writeFileSync(folderPath, readFileSync(folderPath, 'utf8').replace('auth: inherit\n', ofFolder))
  expect(await read(folder?.id ?? '')).toMatchObject({
    auth: { type: 'basic', username: 'ann' },
    owner: { kind: 'folder', name: 'Books' },
  })
})

test('a change of order is no conflict: a save based on the old order keeps the new one', async () => {
  const { library } = running.client
  const [dragged, neighbour] = [await idOf('List books'), await idOf('Get a book')]
  const opened = await library.readRequest({ id: neighbour })
  const orderOf = async () => {
    const { collections } = await library.readTree()
    const books = collections[0]?.children.find(one => one.name === 'Books')
    return books?.kind === 'folder' ? books.children.map(one => one.name) : []
  }
  const books = (await library.readTree()).collections[0]?.children.find(one => one.name === 'Books')
  const parentId = books?.id ?? ''
  expect(await library.move({ id: dragged, parentId, index: 2 })).toMatchObject({ state: 'moved' })
  // Another program changes the order in the same file.
  const path = fileOf('Books', 'Get a book.yml')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/seq: \d+/, 'seq: 0.5'))
  await waitFor(async () => (await orderOf())[0] === 'Get a book', 'the new order to be seen')
  const now = await library.readRequest({ id: neighbour })
  expect(now.version).toBe(opened.version)
  const saved = await library.saveRequest({
    id: neighbour,
    request: { ...opened.request, url: 'http://localhost/mine' },
    baseVersion: opened.version,
  })
  expect(saved).toMatchObject({ state: 'saved' })
  expect(readFileSync(path, 'utf8')).toMatch(/seq: 0\.5\n[\s\S]*localhost\/mine/)
  expect((await orderOf())[0]).toBe('Get a book')
})

test('a request shows its file, when that was saved, and whether Parley saved it', async () => {
  const path = fileOf('Books', 'Get a book.yml')
  const { id, request, version, file } = await open('Get a book')
  expect(file).toMatchObject({ path: 'Books/Get a book.yml' })
  const saved = await running.client.library.saveRequest({
    id,
    request: { ...request, method: 'HEAD' },
    baseVersion: version,
  })
  if (saved.state !== 'saved') throw new Error('Not saved')
  const mtimeMs = Math.trunc(statSync(path).mtimeMs)
  const byParley = await open('Get a book')
  expect(byParley.file).toEqual({ path: 'Books/Get a book.yml', savedAtMs: mtimeMs, savedBy: 'parley' })
  // Parley also recognises a renamed file that it wrote.
  await running.client.library.rename({ id, name: 'One book' })
  expect((await open('One book')).file).toMatchObject({ path: 'Books/One book.yml', savedBy: 'parley' })
  const renamed = fileOf('Books', 'One book.yml')
  writeFileSync(renamed, readFileSync(renamed, 'utf8').replace('HEAD', 'PUT'))
  expect((await open('One book')).file).toMatchObject({ savedBy: 'anotherProgram' })
})

test.each([
  ['a collection of a workspace', 'Shop/'],
  ['a collection in a deeper folder', 'collections/Shop/'],
  ['a collection that is the workspace', ''],
])('in %s the files of its requests start in its folder', async (_, start) => {
  const folder = join(running.folder, `places-${start.replaceAll('/', '-')}`)
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const proto = (service: string) =>
    `syntax = "proto3"; message A {} service ${service} { rpc Get (A) returns (A); }`
  write('own.graphql', 'type Query { others: Int }')
  write('own.proto', proto('Others'))
  if (start !== '') write('workspace.yml', `info: {name: W}\ncollections: [{name: Shop, path: ${start}}]\n`)
  write(`${start}opencollection.yml`, 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  write(`${start}deep/folder.yml`, 'info:\n  name: Deep\n  type: folder\n')
  write(`${start}own.graphql`, 'type Query { own: Int }')
  write(`${start}own.proto`, proto('Own'))
  expect(await running.client.workspaces.open({ folder })).toEqual({ state: 'done' })
  const [collection] = (await running.client.library.readTree()).collections
  const deep = collection?.children[0]?.id ?? ''
  for (const parentId of [collection?.id ?? '', deep]) {
    const { paths } = await running.client.schemas.files({ kind: 'proto', parentId })
    expect(paths).toEqual(['own.proto'])
    const { windowId } = window
    const { schema } = await running.client.schemas.follow({ windowId, path: 'own.graphql', parentId })
    expect(await schemaText(schema?.key)).toContain('own: Int')
    const fetchId = crypto.randomUUID()
    await running.client.schemas.fetch({
      ...{ parentId, requestId: 'r', windowId, fetchId, runsScripts: false, mayAsk: false },
      request: grpcCallOf(
        newGrpcRequest({
          protoFilePath: 'own.proto',
          options: { ...defaultGrpcOptions, definition: 'proto' },
        }),
      ),
    })
    const key = await waitFor(() => {
      const event = window.events.findLast(one => one.type === 'schema' && one.fetchId === fetchId)
      return event?.type === 'schema' && event.progress.state === 'fetched' && event.progress.schema.key
    }, 'the service definition')
    expect(await schemaText(key)).toContain('Own')
  }
})

async function schemaText(key = ''): Promise<string> {
  const ticket = await running.client.schemas.mintTicket({ key })
  return (await fetch(`${running.server.origin}${ticket?.path}`)).text()
}
