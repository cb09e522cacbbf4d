import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'
import { testHostileArchives, useImportFixture } from './imports.testkit.ts'

const fixture = useImportFixture()
const { running, upload, start, reach } = fixture
let window: WatchedWindow

beforeEach(() => {
  window = running.window
})

const canary = 'canary-Xw2k'
const postman = JSON.stringify({
  info: { name: 'Shop' },
  item: [
    {
      name: 'Get',
      request: { url: 'http://a.test', auth: { type: 'bearer', bearer: [{ key: 'token', value: canary }] } },
      event: [{ listen: 'test', script: { exec: ['require("x")'] } }],
    },
  ],
})

const workspaceFiles = () => globSync('**/*.{yml,md}', { cwd: running.workspaceFolder })

test('an import is shown first and written only when the user confirms', async () => {
  const before = workspaceFiles().length
  const importId = await start({ kind: 'text', text: postman })
  const { preview } = await reach(importId, 'read')
  expect(preview).toMatchObject({
    sources: [{ path: 'Pasted text', format: 'Postman', contents: '1 collection, 1 request' }],
    sections: [
      {
        title: 'Script calls that are not supported',
        lines: [{ folder: 'Shop', text: 'Get: Post Response, line 1: require' }],
      },
    ],
  })
  expect(workspaceFiles()).toHaveLength(before)
  const { windowId } = window
  expect(
    await running.client.imports.write({ windowId, importId, updates: true, eventStreams: false }),
  ).toEqual({
    wasKnown: true,
  })
  const { written } = await reach(importId, 'written')
  const { collections } = await running.client.library.readTree()
  expect(written.collections).toEqual([
    {
      id: collections.find(one => one.name === 'Shop')?.id,
      name: 'Shop',
      reportPath: 'Shop/import-report.md',
    },
  ])
  for (const file of workspaceFiles())
    expect(readFileSync(join(running.workspaceFolder, file), 'utf8')).not.toContain(canary)
  const [leaf] = collections.find(one => one.name === 'Shop')?.children ?? []
  const opened = await running.client.library.readRequest({ id: leaf?.id ?? '' })
  expect(opened.request.auth).toMatchObject({ type: 'bearer', token: canary })
  expect(
    await running.client.imports.write({ windowId, importId, updates: true, eventStreams: false }),
  ).toEqual({
    wasKnown: false,
  })
})

test('secrets of a collection and its folder are theirs, and the report can allow them to the scripts that read them', async () => {
  const pin = [{ key: 'pin', value: canary, type: 'secret' }]
  const script = { listen: 'prerequest', script: { exec: ['pm.variables.get("pin")'] } }
  const item = [{ name: 'Get', request: { url: 'http://a.test' }, event: [script] }]
  const text = JSON.stringify({
    info: { name: 'Pins' },
    item: [{ name: 'In', item, variable: pin }],
    variable: pin,
  })
  const importId = await start({ kind: 'text', text })
  await reach(importId, 'read')
  const { client } = running
  await client.imports.write({ windowId: window.windowId, importId, updates: true, eventStreams: false })
  const { written } = await reach(importId, 'written')
  const { collections } = await client.library.readTree()
  const pins = collections.find(one => one.name === 'Pins')
  const ids = { collection: pins?.id ?? '', folder: pins?.children[0]?.id ?? '' }
  const secrets = (['collection', 'folder'] as const).map(kind => ({
    place: { kind, id: ids[kind] },
    name: 'pin',
  }))
  expect(written).toMatchObject({ workspaceVariables: [], secretsOfScripts: secrets })
  const variablesOf = async (id: string) =>
    (await client.library.readContainer({ id })).content.defaults.variables
  for (const allowedToScripts of [false, true]) {
    const variable = { secret: true, name: 'pin', enabled: true, allowedToScripts }
    for (const id of Object.values(ids))
      expect(await variablesOf(id)).toEqual([{ variable, secretValue: canary }])
    await client.variables.setScriptAccess({ secrets: [...written.secretsOfScripts], isAllowed: true })
  }
  for (const file of workspaceFiles())
    expect(readFileSync(join(running.workspaceFolder, file), 'utf8')).not.toContain(canary)
})

test.each([
  [true, 'SSE'],
  [false, 'GET'],
])(
  'requests for event streams are offered as such, and written so if the user wants it (%s)',
  async (eventStreams, badge) => {
    const headers = "-H 'Accept: text/event-stream'"
    const importId = await start({
      kind: 'text',
      text: `curl http://a/${badge}-stream ${headers}\ncurl http://a/other`,
    })
    const { preview } = await reach(importId, 'read')
    expect(preview.eventStreams).toEqual({ requests: 1, examples: 0 })
    const { windowId } = window
    await running.client.imports.write({ windowId, importId, updates: true, eventStreams })
    const { written } = await reach(importId, 'written')
    const { collections } = await running.client.library.readTree()
    const found = collections.find(({ id }) => id === written.collections[0]?.id)
    const methods = found?.children.map(child => ('method' in child ? child.method : ''))
    expect(methods).toEqual([badge, 'GET'])
  },
)

test('files of a folder keep their paths, and are deleted after the import', async () => {
  const files = [
    { filePath: await upload('bruno.json', '{"name":"Bru"}'), path: 'c/bruno.json' },
    { filePath: await upload('get.bru', 'get {\n  url: http://a\n}\n'), path: 'c/../../get.bru' },
    { filePath: await upload('get.bru', 'get {\n  url: http://a\n}\n'), path: 'c/in/get.bru' },
  ]
  const importId = await start({ kind: 'files', name: 'c', files })
  await reach(importId, 'read')
  const left = globSync('picked-*/*', { cwd: running.appDataFolder })
  for (const { filePath } of files)
    expect(left.map(path => basename(path))).not.toContain(/:(.*)\//.exec(filePath)?.[1])
  await running.client.imports.write({
    windowId: window.windowId,
    importId,
    updates: true,
    eventStreams: false,
  })
  await reach(importId, 'written')
  expect(globSync('**/get.bru', { cwd: running.folder })).toEqual([])
})

testHostileArchives(fixture, ['a name that leads out of it'])

test('a file that this window has not picked is not read', async () => {
  const other = await watchWindow(running.client)
  const filePath = await upload('shop.json', postman, other.windowId)
  for (const path of [filePath, '/etc/passwd', 'picked:../../x']) {
    const importId = await start({ kind: 'files', name: 'x', files: [{ filePath: path, path: 'x.json' }] })
    await expect(reach(importId, 'read')).rejects.toThrow('was not selected in this window')
  }
  await other.close()
})

test('a URL is read through the normal send path, and never from this server', async () => {
  const server = createServer((_, response) => response.end(postman))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await reach(await start({ kind: 'url', url: `http://127.0.0.1:${port}/shop.json` }), 'read')
  await new Promise(resolve => server.close(resolve))
  for (const url of [
    `${running.server.origin}/`,
    `http://127.0.0.1:${port}/`,
    'file:///etc/passwd',
    'no url',
  ])
    await expect(reach(await start({ kind: 'url', url }), 'read')).rejects.toThrow('failed')
})

test('a cancelled import is forgotten, and a new one replaces the previous one', async () => {
  const first = await start({ kind: 'text', text: postman })
  const second = await start({ kind: 'text', text: postman })
  const { windowId } = window
  expect(await running.client.imports.cancel({ windowId, importId: first })).toEqual({ wasKnown: false })
  await reach(second, 'read')
  expect(await running.client.imports.cancel({ windowId, importId: second })).toEqual({ wasKnown: true })
  expect(
    await running.client.imports.write({ windowId, importId: second, updates: true, eventStreams: false }),
  ).toEqual({
    wasKnown: false,
  })
})
