import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportFormats } from '@parley/convert'
import { nodeFiles } from '@parley/files'
import { defaultGrpcOptions, newGrpcRequest, writeItem } from '@parley/model'
import { noIdentityStore, openWorkspace } from '@parley/workspace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportCollection } from './export-collection.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-beside-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const collection = `opencollection: 1.0.0
info:
  name: Shop
config:
  protobuf:
    protoFiles:
      - type: file
        path: protos/shop.proto
    importPaths:
      - path: protos
`
const calls = {
  'again.yml': { name: 'Again', protoFilePath: 'protos/shop.proto' },
  'asked.yml': { name: 'Asked', protoFilePath: '' },
  'In/other.yml': { name: 'Other', protoFilePath: 'protos/other.proto' },
  'In/set.yml': {
    name: 'Set',
    options: { ...defaultGrpcOptions, definition: 'descriptorSet', descriptorSetPath: 'shop.binpb' },
  },
} as const

/** What each format says it leaves out. */
const losses: Readonly<Record<string, readonly string[]>> = {
  openCollection: ['protos/shop.proto', 'protos/other.proto', 'shop.binpb'].map(
    file => `Shop: no place for the file ${file}.`,
  ),
}

test.each(exportFormats)('$format names the files of service definitions, or the calls', async one => {
  mkdirSync(join(folder, 'Shop/In'), { recursive: true })
  writeFileSync(join(folder, 'workspace.yml'), 'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n')
  writeFileSync(join(folder, 'Shop/opencollection.yml'), collection)
  for (const [path, fields] of Object.entries(calls))
    writeFileSync(
      join(folder, 'Shop', path),
      JSON.stringify(writeItem(newGrpcRequest({ url: 'a.test:1', ...fields }))),
    )
  const opened = await openWorkspace(
    {
      files: nodeFiles,
      secrets: { read: async () => new Map(), write: async () => {} },
      identities: noIdentityStore,
      trashFolder: join(folder, '.trash'),
    },
    folder,
  )
  if (!opened.ok) throw new Error(opened.failure.sentence)
  const ports = {
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: { uuid: () => '', integer: () => 0 },
    hostNames: { toAscii: () => null },
  }
  const exported = await exportCollection(opened.value, 'Shop', one.format, ports)
  if (!exported.ok) throw new Error(exported.failure.sentence)
  const { text, losses: named } = exported.value
  const ofCalls = ['Again', 'Asked', 'In / Other', 'In / Set'].map(
    name => `Shop / ${name}: no place for a gRPC request.`,
  )
  const ofCollection = 'Shop: no place for the protobuf files.'
  expect([...named].sort()).toEqual([...(losses[one.format] ?? [...ofCalls, ofCollection])].sort())
  expect(text.includes('protos/other.proto')).toBe(one.format === 'openCollection')
})
