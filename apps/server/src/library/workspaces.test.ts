import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServer } from '../start-server.ts'
import {
  createTestClient,
  startTestServer,
  type TestServer,
  writeTestPage,
} from '../start-test-server.testkit.ts'
import { watchWindow } from '../watch-window.testkit.ts'

let running: TestServer
let folder: string
beforeEach(async () => {
  running = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'parley-workspaces-'))
})
afterEach(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

function writeWorkspace(name: string): string {
  const path = join(folder, name)
  mkdirSync(join(path, 'Shop'), { recursive: true })
  writeFileSync(join(path, 'workspace.yml'), `info:\n  name: ${name}\n`)
  writeFileSync(join(path, 'Shop', 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  return path
}

const names = async () => {
  const { workspaceName, collections } = await running.client.library.readTree()
  return [workspaceName, ...collections.map(one => one.name)]
}

test('opening a workspace notifies every window, and recent workspaces are listed', async () => {
  const window = await watchWindow(running.client)
  const path = writeWorkspace('Mine')
  expect(await running.client.workspaces.open({ folder: path })).toEqual({ state: 'done' })
  expect(await names()).toEqual(['Mine', 'Shop'])
  const openFolders = () => window.events.flatMap(one => (one.type === 'workspace' ? [one.folder] : []))
  await waitFor(() => openFolders().length === 2, 'news of the workspace')
  expect(openFolders().at(-1)).toBe(path)
  expect(await running.client.workspaces.list()).toEqual([
    { folder: path, name: 'Mine', isOpen: true },
    expect.objectContaining({ name: 'Bookshop', isOpen: false }),
  ])
  writeFileSync(join(path, 'Shop', 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Store\n')
  await waitFor(async () => {
    const { revision, collections } = await running.client.library.readTree()
    const isNotified = window.events.some(event => event.type === 'library' && event.revision === revision)
    return isNotified && collections[0]?.name === 'Store'
  }, 'news of a change on disk')
  await window.close()
})

test('a backup has all files unchanged, and the window that requested it learns where it is', async () => {
  const window = await watchWindow(running.client)
  const path = writeWorkspace('Mine')
  mkdirSync(join(path, '.git'))
  await running.client.workspaces.open({ folder: path })
  await running.client.workspaces.backUp({ windowId: window.windowId })
  const backedUp = await waitFor(() => window.events.find(event => event.type === 'backup'), 'the backup')
  if (backedUp?.type !== 'backup' || backedUp.state !== 'made') throw new Error('Not backed up')
  expect(readdirSync(backedUp.folder).toSorted()).toEqual(['Shop', 'workspace.yml'])
  expect(readFileSync(join(backedUp.folder, 'Shop', 'opencollection.yml'), 'utf8')).toContain('name: Shop')
  // An interrupted backup is not listed, and the next backup deletes it.
  const cutOff = join(dirname(backedUp.folder), '.unfinished-2026-01-01T00-00-00.000Z')
  mkdirSync(cutOff)
  const [backup, ...others] = await running.client.workspaces.listBackups()
  expect(others).toEqual([])
  expect(backup).toMatchObject({ folder: backedUp.folder, workspaceName: basename(path) })
  expect(Math.abs((backup?.madeAtMs ?? 0) - Date.now())).toBeLessThan(60_000)
  expect(backup?.sizeBytes).toBe(
    ['workspace.yml', 'Shop/opencollection.yml'].reduce(
      (sum, name) => sum + statSync(join(path, name)).size,
      0,
    ),
  )
  const elsewhere = await running.client.workspaces.removeBackup({ folder: join(backedUp.folder, '..') })
  expect(elsewhere).toMatchObject({ state: 'failed', sentence: 'This backup no longer exists.' })
  expect(await running.client.workspaces.removeBackup({ folder: backedUp.folder })).toEqual({ state: 'done' })
  expect(await running.client.workspaces.listBackups()).toEqual([])
  await running.client.workspaces.backUp({ windowId: window.windowId })
  await waitFor(async () => (await running.client.workspaces.listBackups()).length === 1, 'another backup')
  expect(existsSync(cutOff)).toBe(false)
  rmSync(path, { recursive: true })
  await running.client.workspaces.backUp({ windowId: window.windowId })
  await waitFor(
    () => window.events.some(event => event.type === 'backup' && event.state === 'failed'),
    'the failure',
  )
  await window.close()
})

test('a workspace with listed collections opens in place, and says what it cannot show', async () => {
  const path = writeWorkspace('Mine')
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  const listed = ['shop', 'bru', '../out'].map(name => `  - name: ${name}\n    path: collections/${name}\n`)
  write(
    'workspace.yml',
    `info:\n  name: Mine\ncollections:\n${listed.join('')}  - {name: Up, path: ../out}\n`,
  )
  write('collections/shop/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Listed\n')
  write(
    'collections/shop/get.yml',
    'info:\n  name: Get\n  type: http\nhttp:\n  method: GET\n  url: http://a.test\n',
  )
  write('collections/bru/bruno.json', '{}')
  write('../out/opencollection.yml', 'info:\n  name: Out\n')
  await running.client.workspaces.open({ folder: path })
  const tree = await running.client.library.readTree()
  expect(tree.collections.map(({ name }) => name)).toEqual(['Listed', 'Shop'])
  expect(tree.notShown).toEqual([
    'workspace.yml lists “bru” (collections/bru), which is in the format of Bruno. Import it to use it here.',
    'workspace.yml lists “../out” (collections/../out), which is outside the workspace. Move it into the folder of the workspace.',
    'workspace.yml lists “Up” (../out), which is outside the workspace. Move it into the folder of the workspace.',
  ])
  const request = tree.collections[0]?.children[0]
  const opened = await running.client.library.readRequest({ id: request?.id ?? '' })
  expect(opened.request.url).toBe('http://a.test')
  const changed = { ...opened.request, url: 'http://b.test' }
  await running.client.library.saveRequest({
    id: request?.id ?? '',
    request: changed,
    baseVersion: opened.version,
  })
  expect(readFileSync(join(path, 'collections/shop/get.yml'), 'utf8')).toContain('http://b.test')
  write('workspace.yml', 'info:\n  name: Mine\n')
  await waitFor(async () => {
    const now = await running.client.library.readTree()
    return now.collections.length === 1 && now.notShown === undefined
  }, 'a list that is gone')
})

test('a folder that is no workspace is refused, and the current workspace stays open', async () => {
  const file = join(folder, 'shop.json')
  writeFileSync(file, '{}')
  for (const [typed, sentence] of [
    ['relative/path', 'This is not the full path of a folder.'],
    [join(folder, 'missing'), `The folder ${join(folder, 'missing')} does not exist.`],
    [file, `${file} is a file, not a folder.`],
    [join(file, 'below'), `The folder ${join(file, 'below')} does not exist.`],
    [folder, `There is no workspace in ${folder}.`],
    ['/', 'There is no workspace in /.'],
  ] as const)
    expect(await running.client.workspaces.open({ folder: typed })).toMatchObject({
      state: 'failed',
      sentence,
    })
  expect((await names())[0]).toBe('Bookshop')
})

test('a new workspace is created, named and opened, and a folder that is not empty is refused', async () => {
  expect(await running.client.workspaces.create({ name: 'Shop/2' })).toEqual({ state: 'done' })
  expect(await names()).toEqual(['Shop/2'])
  const own = join(folder, 'new', 'one')
  expect(await running.client.workspaces.create({ name: 'Own', folder: own })).toEqual({ state: 'done' })
  expect(await names()).toEqual(['Own'])
  expect(await running.client.workspaces.create({ name: 'Again', folder: own })).toMatchObject({
    state: 'failed',
    sentence: `${own} is not empty.`,
  })
  expect(await names()).toEqual(['Own'])
})

test('each workspace has its own tabs: unsaved work is there when the workspace is opened again', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const path = writeWorkspace('Mine')
  const draft = { state: 'changed', content: 'typed in the sample' } as const
  const tab = { tabId: 't', requestId: null, view: '', draft }
  const window = await watchWindow(running.client, first)
  const { workspaceFolder } = await running.client.tabs.claim({ windowId: first, sequence: 0, after: null })
  await running.client.workspaces.open({ folder: path })
  // A window that has not switched yet still saves the tabs that it shows.
  await running.client.tabs.save({
    windowId: first,
    sequence: 1,
    isLast: false,
    workspaceFolder,
    tabs: [tab],
    activeTabId: 't',
  })
  expect(await running.client.tabs.claim({ windowId: second, sequence: 0, after: null })).toMatchObject({
    tabs: [],
  })
  await window.close()
  const sample = (await running.client.workspaces.list()).find(one => one.name === 'Bookshop')
  await running.client.workspaces.open({ folder: sample?.folder ?? '' })
  const third = { windowId: crypto.randomUUID(), sequence: 0, after: null }
  expect(await running.client.tabs.claim(third)).toMatchObject({
    tabs: [{ tabId: 't', content: 'typed in the sample' }],
  })
})

test('the next start opens the workspace that was open last, or the sample if that is gone', async () => {
  const appDataFolder = join(folder, 'data')
  mkdirSync(appDataFolder, { mode: 0o700 })
  const options = {
    port: 0,
    pageFolder: writeTestPage(join(folder, 'page')),
    appDataFolder,
    demoBaseUrl: null,
    keychain: async () => null,
  }
  const nameAfterStart = async (then: (client: ReturnType<typeof createTestClient>) => Promise<unknown>) => {
    const server = await startServer(options)
    const client = createTestClient(server)
    const { workspaceName } = await client.library.readTree()
    await then(client)
    await server.close()
    return workspaceName
  }
  const path = writeWorkspace('Mine')
  expect(await nameAfterStart(client => client.workspaces.open({ folder: path }))).toBe('Bookshop')
  expect(await nameAfterStart(async () => {})).toBe('Mine')
  rmSync(path, { recursive: true })
  expect(await nameAfterStart(async () => {})).toBe('Bookshop')
})
