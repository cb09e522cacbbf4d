import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import type { Variable } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Globals } from './globals.ts'
import { unwrap, WorkspaceFixture } from './workspace-fixture.testkit.ts'

const canary = 'canary-91c2'
const plain: Variable = { secret: false, name: 'region', value: { text: 'eu' }, enabled: true }
const secret: Variable = { secret: true, name: 'apiKey', enabled: true, allowedToScripts: true }

let fixture: WorkspaceFixture
let folder: string
const text = () => readFileSync(join(folder, 'globals.yml'), 'utf8')
const open = (workspace = '/w') => new Globals(nodeFiles, folder, fixture.secretStore, workspace)

beforeEach(() => {
  fixture = new WorkspaceFixture()
  folder = join(fixture.parent, 'data')
  mkdirSync(folder)
})

afterEach(() => fixture.remove())

test('there are none before the first save; later they are read with their secrets, which no file contains', async () => {
  expect(unwrap(await open().read())).toMatchObject({ entity: [], version: null })
  const secretVariables = new Map([['apiKey', canary]])
  const version = unwrap(await open().save({ entity: [plain, secret], baseVersion: null, secretVariables }))
  const read = unwrap(await open().read())
  expect(read).toMatchObject({ entity: [plain, secret], version })
  expect(read.secretVariables).toEqual(secretVariables)
  expect(text()).toContain('apiKey')
  expect(text()).not.toContain(canary)
})

test('a save based on another version writes nothing and returns the present file', async () => {
  unwrap(await open().save({ entity: [plain], baseVersion: null }))
  const late = await open().save({ entity: [secret], baseVersion: null })
  expect(late).toMatchObject({ ok: false, failure: { code: 'FILE_CHANGED', theirs: { entity: [plain] } } })
  expect(unwrap(await open().read()).entity).toEqual([plain])
})

test('reports the changes of other programs, but not its own', async () => {
  const globals = open()
  const seen: string[] = []
  const end = globals.watch(() => seen.push(text()))
  unwrap(await globals.save({ entity: [plain], baseVersion: null }))
  const own = text()
  writeFileSync(join(folder, 'globals.yml'), own.replace('eu', 'us'))
  await waitFor(() => seen.some(one => one.includes('us')), 'news of the file')
  expect(seen).not.toContain(own)
  expect(unwrap(await globals.read()).entity).toEqual([{ ...plain, value: { text: 'us' } }])
  end()
})
