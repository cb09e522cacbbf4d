import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { type Environment, newAuth, newHttpRequest } from '@parley/model'
import { FaultFiles } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outline, unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'
import { added, folder, request, testManyOfOneName } from './add-collection.testkit.ts'

let fixture: WorkspaceFixture

beforeEach(() => {
  fixture = new WorkspaceFixture()
  fixture.writeSample()
})

afterEach(() => fixture.remove())

const environment: Environment = {
  name: 'Live',
  color: '',
  variables: [{ secret: true, name: 'token', enabled: true, allowedToScripts: true }],
  clientCertificates: [],
  extendsName: '',
  dotEnvFilePath: '',
}

test('a collection is added unchanged, in its order, next to the existing ones', async () => {
  const workspace = await fixture.open()
  const items = [request('Z'), folder('B', [request('Inner')]), request('A'), folder('A', [])]
  const { path, leftOut } = unwrap(
    await workspace.commands.addCollection({
      ...added({ items }),
      notes: [{ path: 'x/note.md', text: 'N' }],
    }),
  )
  expect({ path, leftOut }).toEqual({ path: 'Added', leftOut: [] })
  expect(outline(workspace.tree).slice(0, 6)).toEqual([
    'Added',
    '  GET Z',
    '  B',
    '    GET Inner',
    '  GET A',
    '  A',
  ])
  expect(fixture.read('Added/x/note.md')).toBe('N')
  expect(unwrap(await workspace.readItem('Added/B/Inner.yml')).entity).toEqual({
    ...request('Inner'),
    sequence: 1,
  })
  expect(unwrap(await workspace.commands.addCollection(added({}))).path).toBe('Added 2')
})

test('folders and requests are ordered among each other', async () => {
  const workspace = await fixture.open()
  const items = [request('login'), folder('Books', []), request('logout')]
  unwrap(await workspace.commands.addCollection(added({ items })))
  const shown = () =>
    outline(workspace.tree)
      .slice(1, 4)
      .map(line => line.trim())
  expect(shown()).toEqual(['GET login', 'Books', 'GET logout'])
  await workspace.commands.move('Added/logout.yml', 'Added', 0)
  expect(shown()).toEqual(['GET logout', 'GET login', 'Books'])
  await workspace.commands.move('Added/Books', 'Added', 1)
  expect(shown()).toEqual(['GET logout', 'Books', 'GET login'])
  unwrap(await workspace.commands.createFolder('Added', 'Last'))
  expect(
    outline(workspace.tree)
      .slice(1, 5)
      .map(line => line.trim()),
  ).toEqual([...shown(), 'Last'])
})

test('names cannot become paths and are shown unchanged (attacks IM1)', async () => {
  const names = [
    ...['../../x', '/abs', 'C:\\x', 'CON', 'nul.yml', '.git/hooks/post-checkout', 'x'.repeat(300)],
    ...['twin', 'TWIN', 'caf\u00e9', 'cafe\u0301', 'opencollection', 'environments', '', '.', '..'],
  ]
  const items = [...names.map(name => request(name)), ...names.map(name => folder(name, [request(name)]))]
  const workspace = await fixture.open()
  const { path, leftOut } = unwrap(await workspace.commands.addCollection(added({ name: '../../up', items })))
  expect(leftOut).toEqual([])
  expect(fixture.paths(fixture.parent).every(one => one.startsWith('shop/'))).toBe(true)
  expect(existsSync(join(fixture.folder, '.git'))).toBe(false)
  const collection = workspace.tree.collections.find(one => one.path === path)
  expect(collection?.name).toBe('../../up')
  const shown = collection?.items.filter(item => item.kind === 'request').map(item => item.name)
  expect(shown?.filter(name => names.includes(name)).length).toBeGreaterThanOrEqual(names.length - 1)
  expect(collection?.items).toHaveLength(names.length * 2)
  await workspace.check()
  expect(JSON.stringify(workspace.tree)).not.toContain('"code":')
})

testManyOfOneName(200)

test('items that no file can hold are left out and named; the rest is added', async () => {
  const workspace = await fixture.open()
  const large = newHttpRequest({
    name: 'Large',
    body: { type: 'raw', language: 'text', text: 'x'.repeat(11_000_000) },
  })
  const items = [folder('F', [large, request('Small')])]
  const { leftOut } = unwrap(await workspace.commands.addCollection(added({ items })))
  expect(leftOut).toMatchObject([{ names: ['Added', 'F', 'Large'], damage: { code: 'TOO_LARGE' } }])
  expect(outline(workspace.tree)).toContain('    GET Small')
})

test('secrets are in no file and are restored with their items (attacks SE1)', async () => {
  const canary = 'canary-Zq81'
  const workspace = await fixture.open()
  const auth = { ...newAuth('bearer'), token: canary }
  const { path } = unwrap(
    await workspace.commands.addCollection({
      ...added({ items: [newHttpRequest({ name: 'R', auth })], environments: [environment] }),
      secretVariables: [new Map([['token', `${canary}-2`]])],
    }),
  )
  for (const file of fixture.paths()) expect(fixture.read(file)).not.toContain(canary)
  expect(unwrap(await workspace.readItem(`${path}/R.yml`)).entity).toMatchObject({ auth })
  const read = unwrap(await workspace.readEnvironment(`${path}/environments/Live.yml`))
  expect(read.secretVariables).toEqual(new Map([['token', `${canary}-2`]]))
})

test('if secrets are locked or the disk is full nothing is added', async () => {
  const auth = { ...newAuth('bearer'), token: 'secret' }
  const withSecret = added({ items: [newHttpRequest({ name: 'R', auth })] })
  const before = fixture.paths()
  const locked = await fixture.open()
  fixture.areSecretsLocked = true
  expect(await locked.commands.addCollection(withSecret)).toMatchObject({
    failure: { code: 'SECRETS_LOCKED' },
  })
  fixture.areSecretsLocked = false
  const files = new FaultFiles(nodeFiles)
  const workspace = await fixture.open(files)
  files.failNext('write', 'ENOSPC')
  expect(await workspace.commands.addCollection(withSecret)).toMatchObject({
    failure: {
      code: 'NOT_WRITTEN',
      // The file did not exist before.
      sentence: '“Added” could not be written: the disk is full (ENOSPC). Nothing was changed.',
    },
  })
  expect(fixture.paths()).toEqual(before)
})
