import { type Collection, type Folder, newAuth, newHttpRequest, type Variable } from '@parley/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readWholeCollection } from '../read-whole-collection.ts'
import type { Workspace } from '../workspace.ts'
import type { Opened } from '../workspace-documents.ts'
import { unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'

let fixture: WorkspaceFixture

beforeEach(() => {
  fixture = new WorkspaceFixture()
  fixture.writeSample()
})

afterEach(() => fixture.remove())

const canary = 'canary-31d9'
const pin = (allowedToScripts: boolean): Variable => ({
  secret: true,
  name: 'pin',
  enabled: true,
  allowedToScripts,
})
const values = new Map([['pin', canary]])

type Read = Omit<Opened<Collection | Folder>, 'version'> & { readonly version: string | null }

/** Each kind of container of the sample: its path, its file, and how it is read and saved. */
const kinds = {
  collection: {
    path: 'books',
    file: 'books/opencollection.yml',
    read: async (workspace: Workspace, path: string): Promise<Read> =>
      unwrap(await workspace.readCollection(path)),
    save: (workspace: Workspace, path: string, { entity, version }: Read, secrets?: typeof values) =>
      entity.kind === 'collection'
        ? workspace.saveCollection(path, {
            ...{ entity, baseVersion: version },
            ...(secrets === undefined ? {} : { secretVariables: secrets }),
          })
        : null,
  },
  folder: {
    path: 'books/old',
    file: 'books/old/folder.yml',
    read: async (workspace: Workspace, path: string): Promise<Read> =>
      unwrap(await workspace.readFolder(path)),
    save: (workspace: Workspace, path: string, { entity, version }: Read, secrets?: typeof values) =>
      entity.kind === 'folder'
        ? workspace.saveFolder(path, {
            ...{ entity, baseVersion: version },
            ...(secrets === undefined ? {} : { secretVariables: secrets }),
          })
        : null,
  },
} as const

function withVariables(read: Read, ...variables: readonly Variable[]): Read {
  const { entity } = read
  return { ...read, entity: { ...entity, defaults: { ...entity.defaults, variables } } }
}

describe.each(Object.values(kinds))('a secret variable of $path', ({ path, file, read, save }) => {
  const open = async (allowedToScripts = true) => {
    const workspace = await fixture.open()
    const changed = withVariables(await read(workspace, path), pin(allowedToScripts))
    const saved = await save(workspace, path, changed, values)
    expect(saved).toMatchObject({ ok: true })
    return workspace
  }
  const variablesAt = async (workspace: Workspace, at: string) => {
    const { entity, secretVariables } = await read(workspace, at)
    return [entity.defaults.variables, secretVariables]
  }

  test('is in the file by its name, and its value and permission are not (attacks SE1)', async () => {
    const workspace = await open()
    expect(fixture.read(file)).toContain('  variables:\n    - name: pin\n      value: ""\n')
    expect(fixture.read(file)).toContain('extensions:\n  parley:\n    secrets:\n      - pin\n')
    for (const one of fixture.paths()) expect(fixture.read(one)).not.toMatch(/canary|allowed/)
    expect(fixture.read(file)).not.toContain('secret: true')
    const kept = [[pin(true)], values]
    expect(await variablesAt(workspace, path)).toEqual(kept)
    expect(await variablesAt(await fixture.open(), path)).toEqual(kept)
    // A save of something else keeps both.
    const before = await read(workspace, path)
    await save(workspace, path, { ...before, entity: { ...before.entity, docs: 'new' } })
    expect(await variablesAt(workspace, path)).toEqual(kept)
    // The version is that of the content, whichever way it was read.
    expect((await read(workspace, path)).version).toBe((await read(await fixture.open(), path)).version)
  })

  test('and its neighbours keep comments, unknown keys and their order in the file', async () => {
    const workspace = await fixture.open()
    const head = fixture.read(file)
    const text = `${head}theirs: 1
request:
  # Why.
  variables:
    - value: ""
      mine: yes
      name: a.b
    - name: plain
      value: ""
extensions:
  other: [1]
  parley:
    secrets:
      - auth.token
      - variables.a.b
    kept: true
  request:
    x: 1
`
    fixture.write(file, text.replace('request:\n', 'request:\n  auth:\n    type: bearer\n    token: ""\n'))
    const found = await read(workspace, path)
    const dotted = { secret: true, name: 'a.b', enabled: true, allowedToScripts: false }
    expect(found.entity.defaults.variables).toMatchObject([dotted, { secret: false, name: 'plain' }])
    expect(found.missingSecrets).toEqual(['auth.token'])
    await save(workspace, path, found, new Map([['a.b', canary]]))
    expect(fixture.read(file)).toBe(
      text.replace('request:\n', 'request:\n  auth:\n    type: bearer\n    token: ""\n'),
    )
    await save(workspace, path, withVariables(await read(workspace, path), pin(false)), values)
    const after = fixture.read(file)
    expect(after).toMatch(/secrets:\n\s+- auth\.token\n\s+- pin\n\s+kept: true/)
    expect(after).toContain('# Why.')
    expect(after).not.toContain('a.b')
  })

  test('that another program gave a value is removed from the file by the next save', async () => {
    const workspace = await open()
    fixture.write(file, fixture.read(file).replace('value: ""', 'value: theirs-77'))
    const theirs = new Map([['pin', 'theirs-77']])
    expect(await variablesAt(workspace, path)).toEqual([[pin(true)], theirs])
    // A save that does not mention the values takes it along as well.
    const renamed = unwrap(await workspace.commands.rename(path, 'Renamed'))
    for (const one of fixture.paths()) expect(fixture.read(one)).not.toContain('theirs-77')
    expect(await variablesAt(workspace, renamed)).toEqual([[pin(true)], theirs])
  })

  test('keeps value and permission when it is renamed, copied, deleted and restored (attacks SE10)', async () => {
    const workspace = await open()
    const renamed = unwrap(await workspace.commands.rename(path, 'Renamed'))
    const copy = unwrap(await workspace.commands.duplicate(renamed))
    const { trashId } = unwrap(await workspace.commands.remove(renamed))
    unwrap(await workspace.commands.restore(trashId))
    for (const at of [renamed, copy])
      expect(await variablesAt(await fixture.open(), at)).toEqual([[pin(true)], values])
    // The copy is its own: what is decided about it says nothing of the other.
    const { entity, ...rest } = await read(workspace, copy)
    await save(workspace, copy, withVariables({ entity, ...rest }, pin(false)), new Map([['pin', 'other']]))
    expect(await variablesAt(workspace, renamed)).toEqual([[pin(true)], values])
    expect(await variablesAt(workspace, copy)).toEqual([[pin(false)], new Map([['pin', 'other']])])
  })

  test('is withheld and without a value in a clone, until it is given one', async () => {
    const workspace = await open()
    const text = fixture.read(file)
    fixture.secrets.clear()
    expect(await variablesAt(workspace, path)).toEqual([[pin(false)], new Map()])
    expect((await read(workspace, path)).missingSecrets).toEqual([])
    unwrap(await workspace.fillSecrets(path, new Map([['variables.pin', canary]])))
    expect(await variablesAt(workspace, path)).toEqual([[pin(false)], values])
    expect(fixture.read(file)).toBe(text)
    fixture.areSecretsLocked = true
    const locked = path === 'books' ? await workspace.readCollection(path) : await workspace.readFolder(path)
    expect(locked).toMatchObject({ failure: { code: 'SECRETS_LOCKED' } })
  })

  test('loses its value and its permission when it is made plain', async () => {
    const workspace = await open()
    const plain: Variable = { secret: false, name: 'pin', value: { text: 'open' }, enabled: true }
    await save(workspace, path, withVariables(await read(workspace, path), plain), new Map())
    expect(fixture.read(file)).not.toMatch(/secrets|parley/)
    expect([...fixture.secrets.values()].flatMap(fields => [...fields])).toEqual([])
  })
})

test('moved folders, and collections that are read as a whole, have their secrets', async () => {
  const workspace = await fixture.open()
  for (const { path, read, save } of Object.values(kinds))
    await save(
      workspace,
      path,
      withVariables(await read(workspace, path), pin(true)),
      new Map([['pin', path]]),
    )
  const inner = unwrap(await workspace.commands.createFolder('books', 'Outer'))
  const moved = unwrap(await workspace.commands.move('books/old', inner, 0)).path
  expect(moved).toBe(`${inner}/old`)
  const [entry] = workspace.tree.collections
  if (entry === undefined) throw new Error('There is a collection')
  const { collection, containerSecrets } = unwrap(await readWholeCollection(workspace, entry))
  const found = [...containerSecrets].map(([{ kind, name }, secrets]) => [kind, name, secrets.get('pin')])
  expect(found.toSorted()).toEqual([
    ['collection', 'Books', 'books'],
    ['folder', 'Old', 'books/old'],
  ])
  expect(containerSecrets.has(collection)).toBe(true)
})

test('a folder in the file of a collection has secrets by their names', async () => {
  fixture.write(
    'books/opencollection.yml',
    `opencollection: 1.0.0
info: { name: Books }
items:
  - info: { name: In, type: folder }
    request: { variables: [{ name: pin, value: "" }] }
    extensions: { parley: { secrets: [pin] } }
`,
  )
  const { entity } = unwrap(await (await fixture.open()).readCollection('books'))
  expect(entity.items).toMatchObject([{ defaults: { variables: [{ secret: true, name: 'pin' }] } }])
})

test('a token field and a variable of one name stay apart', async () => {
  const workspace = await fixture.open()
  const { entity, version } = unwrap(await workspace.readCollection('books'))
  const auth = { ...newAuth('bearer'), token: 'literal-token' }
  const named: Variable = { secret: true, name: 'auth.token', enabled: true, allowedToScripts: false }
  unwrap(
    await workspace.saveCollection('books', {
      entity: { ...entity, defaults: { ...entity.defaults, auth, variables: [named] } },
      baseVersion: version,
      secretVariables: new Map([['auth.token', canary]]),
    }),
  )
  expect(fixture.read('books/opencollection.yml')).toMatch(
    /secrets:\s+- auth\.token\s+- variables\.auth\.token/,
  )
  const again = unwrap(await workspace.readCollection('books'))
  expect(again.entity.defaults).toMatchObject({ auth, variables: [named] })
  expect(again.secretVariables).toEqual(new Map([['auth.token', canary]]))
  expect(unwrap(await workspace.commands.createItem('books', newHttpRequest({ name: 'R' }))).path).toBe(
    'books/R.yml',
  )
})
