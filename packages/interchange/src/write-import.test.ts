import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { readScriptPermissionField } from '@parley/model'
import { noIdentityStore, openWorkspace } from '@parley/workspace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readImport } from './read-import.ts'
import { writeImport } from './write-import.ts'

let folder: string
const kept = new Map<string, ReadonlyMap<string, string>>()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-write-'))
  kept.clear()
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const imported = (document: object) => importedText('x.json', JSON.stringify(document))

async function importedText(path: string, text: string) {
  const host = {
    files: nodeFiles,
    secrets: {
      read: async (file: string) => kept.get(file) ?? new Map(),
      write: async (file: string, values: ReadonlyMap<string, string>) => void kept.set(file, values),
    },
    identities: noIdentityStore,
    trashFolder: join(folder, '.trash'),
  }
  const workspace = await openWorkspace(host, folder)
  if (!workspace.ok) throw new Error(workspace.failure.sentence)
  const read = readImport({ name: path, files: [{ path, bytes: new TextEncoder().encode(text) }] })
  if (!read.ok) throw new Error(read.failure.sentence)
  return writeImport(workspace.value, read.value)
}

/** Returns the values of secrets, without other stored fields. */
function keptValues(): readonly string[] {
  return [...kept.values()].flatMap(fields =>
    [...fields].flatMap(([field, value]) => (readScriptPermissionField(field) === null ? [value] : [])),
  )
}

const canary = 'canary-Wm3'
const pin = (value: string) => ({ key: 'pin', value, type: 'secret' })
const shop = { info: { name: 'Shop' }, item: [{ name: 'Get', request: 'http://a' }], variable: [pin(canary)] }

test('secrets of a collection and its folders stay theirs, withheld, with their values outside of the files', async () => {
  const inner = { name: 'In', item: shop.item, variable: [pin(`${canary} in`)] }
  const outer = { name: 'In', item: [inner], variable: [pin(`${canary} out`)] }
  const written = await imported({ ...shop, item: [...shop.item, outer] })
  expect(written).toMatchObject({ ok: true, value: { workspaceVariables: [], notWritten: [] } })
  for (const file of ['Shop/opencollection.yml', 'Shop/In/folder.yml', 'Shop/In/In/folder.yml']) {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text).toMatch(/variables:\s+- name: pin\s+value: ""/)
    expect(text).toMatch(/secrets:\s+- pin/)
    expect(text).not.toContain(canary)
  }
  expect(keptValues()).toEqual([canary, `${canary} out`, `${canary} in`])
  const permissions = [...kept.values()].flatMap(fields =>
    [...fields.keys()].flatMap(field => readScriptPermissionField(field)?.state ?? []),
  )
  expect(permissions).toEqual(['withheld', 'withheld', 'withheld'])
})

test('a secret of a request becomes one of the workspace, with its value outside of the files', async () => {
  const item = [{ ...shop.item[0], variable: [pin(canary)] }]
  const written = await imported({ info: { name: 'Shop' }, item })
  expect(written).toMatchObject({ ok: true, value: { workspaceVariables: ['pin'], notWritten: [] } })
  expect(readFileSync(join(folder, 'workspace.yml'), 'utf8')).toMatch(/secret: true\s+name: pin/)
  expect(keptValues()).toEqual([canary])
})

test('a collection that is not written adds nothing to the workspace', async () => {
  writeFileSync(join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Own\n')
  expect(await imported(shop)).toMatchObject({ ok: false })
  expect(existsSync(join(folder, 'workspace.yml'))).toBe(false)
  expect(kept.size).toBe(0)
})

test('the variables of an imported workspace become variables of this one', async () => {
  const text = `opencollection: 1.0.0
info: { name: Theirs, type: workspace }
variables:
  - { name: team, value: blue }
  - { name: old, value: x, disabled: true }
  - { name: key, secret: true }
`
  expect(await importedText('workspace.yml', text)).toMatchObject({
    ok: true,
    value: { collections: [], workspaceVariables: ['team', 'old', 'key'], notWritten: [] },
  })
  const written = readFileSync(join(folder, 'workspace.yml'), 'utf8')
  expect(written).toMatch(/name: team\s+value: blue/)
  expect(written).toMatch(/name: old\s+value: x\s+disabled: true/)
  expect(written).toMatch(/secret: true\s+name: key/)
  expect(await importedText('workspace.yml', text.replace('blue', 'red'))).toMatchObject({
    ok: true,
    value: { workspaceVariables: [], notWritten: [{ sentence: expect.stringContaining('team') }] },
  })
})

test('variables that are added leave the default headers of the workspace as they are', async () => {
  const head = 'opencollection: 1.0.0\ninfo: { name: Own, type: workspace }\n'
  const headers = 'request:\n  headers:\n    # Who asks\n    - name: X-Team\n      value: books\n'
  writeFileSync(join(folder, 'workspace.yml'), head + headers)
  const theirs =
    'opencollection: 1.0.0\ninfo: { name: Theirs, type: workspace }\nvariables: [{ name: region, value: eu }]\n'
  expect(await importedText('workspace.yml', theirs)).toMatchObject({
    value: { workspaceVariables: ['region'] },
  })
  const written = readFileSync(join(folder, 'workspace.yml'), 'utf8')
  expect(written).toContain(head + headers)
  expect(written).toMatch(/name: region\s+value: eu/)
})

test('a report is named only if it lists what Parley cannot represent', async () => {
  const header = [{ key: 'X-Api-Key', value: canary }]
  const unchanged = { info: { name: 'Own' }, item: [{ name: 'Get', request: { url: 'http://a', header } }] }
  expect(await imported(unchanged)).toMatchObject({
    ok: true,
    value: { collections: [{ reportPath: null }] },
  })
  expect(readFileSync(join(folder, 'Own/import-report.md'), 'utf8')).toContain(
    'These values were saved as plain text in workspace files.',
  )
  const auth = { type: 'edgegrid' }
  const lossy = { info: { name: 'Shop' }, item: [{ name: 'Get', request: { url: 'http://a', auth } }] }
  expect(await imported(lossy)).toMatchObject({
    ok: true,
    value: { collections: [{ reportPath: 'Shop/import-report.md' }] },
  })
})

test('environments and globals of the same name each get their own secret', async () => {
  const written = await imported({
    version: 1,
    collections: [],
    environments: [{ name: 'Live', values: [pin('of Live')] }],
    globals: [pin('of all')],
  })
  expect(written).toMatchObject({
    ok: true,
    value: { environments: [{ name: 'Live' }, { name: 'Globals' }] },
  })
  expect(keptValues().toSorted()).toEqual(['of Live', 'of all'])
})

test('the .proto files of an export are files of its collection, and no folder of requests', async () => {
  const protoText = 'syntax = "proto3";\npackage shop;\n'
  const resources = [
    { _id: 'w', _type: 'workspace', name: 'Shop' },
    { _id: 'p', _type: 'proto_file', parentId: 'w', name: '../shop.proto', protoText },
    { _id: 'r', _type: 'grpc_request', parentId: 'w', name: 'Get', url: 'a.test:1', protoFileId: 'p' },
    { _id: 'f', _type: 'request_group', parentId: 'w', name: 'protos' },
    { _id: 'g', _type: 'request', parentId: 'f', name: 'Other', url: 'http://a.test', method: 'GET' },
  ]
  expect(await imported({ _type: 'export', __export_format: 4, resources })).toMatchObject({ ok: true })
  const path = 'protos/_shop.proto'
  expect(readFileSync(join(folder, 'Shop', path), 'utf8')).toBe(protoText)
  expect(readFileSync(join(folder, 'Shop/Get.yml'), 'utf8')).toContain(`protoFilePath: ${path}`)
  expect(readFileSync(join(folder, 'Shop/opencollection.yml'), 'utf8')).toContain(path)
  expect(existsSync(join(folder, 'Shop/protos/Other.yml'))).toBe(true)
})
