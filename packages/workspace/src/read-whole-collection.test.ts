import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnvironmentFile, readWholeCollection } from './read-whole-collection.ts'
import { requestText, unwrap, WorkspaceFixture } from './workspace-fixture.testkit.ts'

let fixture: WorkspaceFixture
beforeEach(() => {
  fixture = new WorkspaceFixture()
  fixture.writeSample()
})
afterEach(() => fixture.remove())

async function read() {
  const workspace = await fixture.open()
  const [entry] = workspace.tree.collections
  if (entry === undefined) throw new Error('There is no collection')
  return readWholeCollection(workspace, entry)
}

test('a collection includes everything in its folders, in the order of the tree', async () => {
  for (let index = 0; index < 70; index += 1)
    fixture.write(`books/r${index}.yml`, requestText(`R${index}`, 10 + index))
  const { collection, entries } = unwrap(await read())
  const names = collection.items.map(item => ('name' in item ? item.name : ''))
  expect(names).toEqual(['Old', 'List', 'Add', ...Array.from({ length: 70 }, (_, index) => `R${index}`)])
  const [folder] = collection.items
  expect(folder?.kind === 'folder' && folder.items.map(item => ('name' in item ? item.name : ''))).toEqual([
    'Get',
  ])
  expect(entries.size).toBe(74)
  expect(entries.get(collection.items[1] ?? ({} as never))?.path).toBe('books/list.yml')
})

test('a folder without its own file has the name shown in the tree', async () => {
  fixture.write('books/new/a.yml', requestText('A', 1))
  const { collection } = unwrap(await read())
  expect(collection.items.filter(item => item.kind === 'folder').map(item => item.name)).toEqual([
    'Old',
    'new',
  ])
})

test('its environments are included, and secret fields without a value here are reported', async () => {
  fixture.write('books/environments/local.yml', 'name: Local\n')
  const auth = 'http:\n  method: GET\n  url: http://h\n  auth:\n    type: bearer\n    token: ""\n'
  fixture.write(
    'books/secret.yml',
    `info:\n  name: S\n  type: http\n${auth}extensions:\n  parley:\n    secrets: [auth.token]\n`,
  )
  const { environments, missingSecrets } = unwrap(await read())
  expect(environments.map(one => one.name)).toEqual(['Local'])
  expect(missingSecrets).toEqual([{ path: 'books/secret.yml', fields: ['auth.token'] }])
})

test('an unreadable file makes the read fail, and is named', async () => {
  fixture.write('books/old/bad.yml', 'info: {')
  expect(await read()).toMatchObject({ ok: false, failure: { code: 'DAMAGED', path: 'books/old/bad.yml' } })
})

test('an environment is read from a single file', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(
    await readEnvironmentFile(bytes('name: E\nvariables:\n  - name: a\n    value: b\n'), 'e.yml'),
  ).toMatchObject({
    ok: true,
    value: { name: 'E', variables: [{ name: 'a' }] },
  })
  expect(await readEnvironmentFile(bytes('name: ['), 'e.yml')).toMatchObject({
    ok: false,
    failure: { path: 'e.yml' },
  })
})
