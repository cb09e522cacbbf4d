import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { exportFormats } from '@parley/convert'
import { nodeFiles } from '@parley/files'
import type { Collection, Folder, Result, Variable } from '@parley/model'
import {
  type CollectionEntry,
  noIdentityStore,
  type Opened,
  openWorkspace,
  type TreeItem,
  type Workspace,
} from '@parley/workspace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportCollection } from './export-collection.ts'
import { readImport } from './read-import.ts'
import { writeImport } from './write-import.ts'

const canary = 'canary-Vn4'
const environmentPath = 'Shop/environments/live.yml'
const files: Readonly<Record<string, string>> = {
  'workspace.yml': 'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n',
  'Shop/opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: Shop\n',
  [environmentPath]: 'name: Live\nvariables:\n  - name: key\n    secret: true\n',
  'Shop/In/folder.yml': 'info:\n  name: In\n  type: folder\n',
  'Shop/In/get.yml': 'info:\n  name: In\n  type: http\nhttp:\n  method: GET\n  url: http://a.test/{{pin}}\n',
  'Shop/get.yml':
    'info:\n  name: Get\n  type: http\nhttp:\n  method: GET\n  url: http://a.test/{{key}}\nruntime:\n  scripts:\n    - type: before-request\n      code: pm.variables.get("key")\n',
}

let folder: string
/** The stored secrets by file ID: shared by all workspaces here, which is the worst case. */
let kept: Map<string, ReadonlyMap<string, string>>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-exported-'))
  kept = new Map()
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function unwrap<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

async function open(name: string): Promise<Workspace> {
  const host = {
    files: nodeFiles,
    secrets: {
      read: async (file: string) => kept.get(file) ?? new Map(),
      write: async (file: string, values: ReadonlyMap<string, string>) => void kept.set(file, values),
    },
    identities: noIdentityStore,
    trashFolder: join(folder, '.trash'),
  }
  return unwrap(await openWorkspace(host, join(folder, name)))
}

/** Creates a workspace whose user allowed scripts to read its secret. */
async function workspaceWithPermission(): Promise<Workspace> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'w', path)), { recursive: true })
    writeFileSync(join(folder, 'w', path), text)
  }
  const workspace = await open('w')
  const { entity, version } = unwrap(await workspace.readEnvironment(environmentPath))
  const variables = entity.variables.map(one => (one.secret ? { ...one, allowedToScripts: true } : one))
  const secretVariables = new Map([['key', canary]])
  unwrap(
    await workspace.saveEnvironment(environmentPath, {
      entity: { ...entity, variables },
      baseVersion: version,
      secretVariables,
    }),
  )
  const again = unwrap(await workspace.readEnvironment(environmentPath))
  expect(again.entity.variables).toMatchObject([{ name: 'key', allowedToScripts: true }])
  const pin = { secret: true, name: 'pin', enabled: true, allowedToScripts: true } as const
  const withPin = <One extends Collection | Folder>(entity: One): One => ({
    ...entity,
    defaults: { ...entity.defaults, variables: [pin] },
  })
  const shop = unwrap(await workspace.readCollection('Shop'))
  const inner = unwrap(await workspace.readFolder('Shop/In'))
  const saved = { secretVariables: new Map([['pin', canary]]) }
  unwrap(
    await workspace.saveCollection('Shop', {
      ...saved,
      ...{ entity: withPin(shop.entity), baseVersion: shop.version },
    }),
  )
  unwrap(
    await workspace.saveFolder('Shop/In', {
      ...saved,
      ...{ entity: withPin(inner.entity), baseVersion: inner.version },
    }),
  )
  return workspace
}

/** Returns the secret variables of the collections and folders of a workspace. */
async function secretsOfContainers(workspace: Workspace): Promise<readonly Variable[]> {
  const found: Variable[] = []
  const visit = async (entries: readonly (CollectionEntry | TreeItem)[]) => {
    for (const entry of entries) {
      if (entry.kind === 'request') continue
      const { kind, path } = entry
      const read = await (kind === 'collection' ? workspace.readCollection(path) : workspace.readFolder(path))
      const { entity, secretVariables } =
        unwrap<Pick<Opened<Collection | Folder>, 'entity' | 'secretVariables'>>(read)
      expect(secretVariables).toEqual(new Map())
      found.push(...entity.defaults.variables)
      await visit(entry.items)
    }
  }
  await visit(workspace.tree.collections)
  return found
}

const ports = {
  clock: { now: () => 0, monotonic: () => 0 },
  random: { uuid: () => '00000000-0000-4000-8000-000000000000', integer: () => 0 },
  hostNames: { toAscii: () => null },
}

/** The formats with environments, and those with variables; the others export no secret. */
const withEnvironments = ['openCollection']
const withVariables = ['openCollection', 'postman']

test.each(exportFormats)(
  '$name exports no permission, and an import gives none (attacks SE9)',
  async ({ format }) => {
    const workspace = await workspaceWithPermission()
    const { fileName, text } = unwrap(await exportCollection(workspace, 'Shop', format, ports))
    expect(text).not.toContain('allowedToScripts')
    expect(text).not.toContain(canary)

    const bytes = new TextEncoder().encode(text)
    const read = unwrap(readImport({ name: fileName, files: [{ path: fileName, bytes }] }))
    mkdirSync(join(folder, 'other'))
    const other = await open('other')
    unwrap(await writeImport(other, read))
    const entries = [...other.tree.environments, ...other.tree.collections.flatMap(one => one.environments)]
    const opened = await Promise.all(entries.map(one => other.readEnvironment(one.path)))
    const secrets = opened.flatMap(one => unwrap(one).entity.variables).filter(one => one.secret)
    expect(secrets).toMatchObject(
      withEnvironments.includes(format) ? [{ name: 'key', allowedToScripts: false }] : [],
    )
    const pin = { secret: true, name: 'pin', allowedToScripts: false }
    const ofContainers = (await secretsOfContainers(other)).filter(one => one.secret)
    expect(ofContainers).toMatchObject(withVariables.includes(format) ? [pin, pin] : [])
    for (const path of globSync('**/*.yml', { cwd: join(folder, 'other') }))
      expect(readFileSync(join(folder, 'other', path), 'utf8')).not.toContain('allowedToScripts')
  },
)
