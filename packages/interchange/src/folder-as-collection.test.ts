import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { nodeFiles } from '@parley/files'
import type { Item, Result } from '@parley/model'
import { noIdentityStore, openWorkspace, shareableCollection, type Workspace } from '@parley/workspace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportCollection } from './export-collection.ts'
import { folderAsCollection } from './folder-as-collection.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-folder-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const request = (name: string) =>
  `info:\n  name: ${name}\n  type: http\nhttp:\n  method: GET\n  url: http://a.test/\n`
const folder = (name: string, rest = '') => `info:\n  name: ${name}\n  type: folder\n${rest}`
const header = (name: string) => `request:\n  headers:\n    - name: ${name}\n      value: '1'\n`
const bearer = "request:\n  auth:\n    type: bearer\n    token: 's3cret-token'\n"

function unwrap<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

async function open(files: Readonly<Record<string, string>>): Promise<Workspace> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const host = {
    files: nodeFiles,
    secrets: { read: async () => new Map(), write: async () => {} },
    identities: noIdentityStore,
    trashFolder: join(root, '.trash'),
  }
  return unwrap(await openWorkspace(host, root))
}

const shop = (rest = '') => ({
  'workspace.yml': 'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n',
  'Shop/opencollection.yml': `opencollection: 1.0.0\ninfo:\n  name: Shop\n${rest}`,
  'Shop/environments/live.yml': 'name: Live\n',
  'Shop/Other.yml': request('Other'),
})

/** A folder as a collection: its name, the headers and items of each level. */
async function partOf(workspace: Workspace, path: string) {
  const [entry] = workspace.tree.collections
  if (entry === undefined) throw new Error('No collection')
  const part = folderAsCollection(unwrap(await shareableCollection(workspace, entry.path)), entry, path)
  if (part === null) return null
  const { collection, unreadable } = part
  const { name, defaults, environments, items } = collection
  const headers = defaults.headers.map(one => one.name)
  const short = (item: Item): unknown => {
    if (item.kind === 'scriptFile') return item.kind
    if (item.kind !== 'folder') return item.name
    return [item.name, item.defaults.headers.map(one => one.name), item.items.map(short)]
  }
  return {
    name,
    headers,
    environments: environments.map(one => one.name),
    items: items.map(short),
    unread: unreadable.map(one => one.path),
  }
}

test('a folder becomes a collection of its name, with the environments of the whole one', async () => {
  const workspace = await open({
    ...shop(),
    'Shop/Books/folder.yml': folder('Books', header('X-Books')),
    'Shop/Books/Get.yml': request('Get'),
    'Shop/Books/Old/folder.yml': folder('Old'),
    'Shop/Books/Old/List.yml': request('List'),
  })
  expect(await partOf(workspace, 'Shop/Books')).toEqual({
    name: 'Books',
    headers: ['X-Books'],
    environments: ['Live'],
    items: expect.arrayContaining(['Get', ['Old', [], ['List']]]),
    unread: [],
  })
  expect(await partOf(workspace, 'Shop/Books/Old')).toMatchObject({
    name: 'Old',
    headers: ['X-Books'],
    items: ['List'],
  })
  expect(await partOf(workspace, 'Shop/Nowhere')).toBeNull()
})

test('what its requests inherit from several containers stays with each of them', async () => {
  const workspace = await open({
    ...shop(header('X-Shop')),
    'Shop/A/folder.yml': folder('A'),
    'Shop/A/B/folder.yml': folder('B', header('X-B')),
    'Shop/A/B/C/folder.yml': folder('C', header('X-C')),
    'Shop/A/B/C/Get.yml': request('Get'),
  })
  expect(await partOf(workspace, 'Shop/A/B/C')).toMatchObject({
    name: 'C',
    headers: ['X-Shop'],
    items: [['B', ['X-B'], [['C', ['X-C'], ['Get']]]]],
  })
  expect(await partOf(workspace, 'Shop/A')).toMatchObject({
    name: 'A',
    headers: ['X-Shop'],
    items: [['B', ['X-B'], [['C', ['X-C'], ['Get']]]]],
  })
})

test('files that cannot be read do not move the others, and only those inside are named', async () => {
  const workspace = await open({
    ...shop(),
    'Shop/Aaa.yml': 'info: [',
    'Shop/Bad/folder.yml': 'info: [',
    'Shop/Bad/One.yml': request('One'),
    'Shop/Bad/Two.yml': request('Two'),
    'Shop/Bad/Inner/folder.yml': folder('Inner'),
    'Shop/Bad/Inner/Deep.yml': request('Deep'),
    'Shop/Good/folder.yml': folder('Good'),
    'Shop/Good/Broken.yml': 'info: [',
    'Shop/Good/Three.yml': request('Three'),
  })
  expect(await partOf(workspace, 'Shop/Good')).toMatchObject({
    items: ['Three'],
    unread: ['Shop/Good/Broken.yml'],
  })
  expect(await partOf(workspace, 'Shop/Bad/Inner')).toMatchObject({ name: 'Inner', items: ['Deep'] })
  expect(await partOf(workspace, 'Shop/Bad')).toBeNull()
})

test('the file is named after the folder and has no value of a secret', async () => {
  const workspace = await open({
    ...shop(bearer),
    'Shop/Books/folder.yml': folder('Books'),
    'Shop/Books/Get.yml': request('Get'),
  })
  const ports = {
    clock: { now: () => 0, monotonic: () => 0 },
    random: { uuid: () => '00000000-0000-4000-8000-000000000000', integer: () => 0 },
    hostNames: { toAscii: () => null },
  }
  const { fileName, text } = unwrap(await exportCollection(workspace, 'Shop/Books', 'postman', ports))
  expect(fileName).toBe('Books.postman_collection.json')
  const written = JSON.parse(text)
  expect([
    written.info.name,
    written.auth.type,
    written.item.map((one: { name: string }) => one.name),
  ]).toEqual(['Books', 'bearer', ['Get']])
  expect(text).not.toContain('s3cret-token')
  expect(await exportCollection(workspace, 'Shop/Nowhere', 'postman', ports)).toMatchObject({ ok: false })
})
