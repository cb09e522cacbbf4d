import { afterEach, beforeEach, expect, test } from 'vitest'
import { unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'

let fixture: WorkspaceFixture

beforeEach(() => {
  fixture = new WorkspaceFixture()
  fixture.writeSample()
})

afterEach(() => fixture.remove())

const path = 'environments/old.yml'
const file =
  'name: Old\nvariables:\n  - name: key\n    secret: true\nextensions:\n  parley:\n    allowedToScripts: [key]\n'

test('a permission in an older file counts as withheld, and is offered once for a secret with a value', async () => {
  fixture.write(path, file)
  const workspace = await fixture.open()
  const first = unwrap(await workspace.readEnvironment(path))
  expect([first.permissionsOfFile, first.entity.variables]).toEqual([
    [],
    [{ secret: true, name: 'key', enabled: true, allowedToScripts: false }],
  ])
  // An older version stored only the value.
  unwrap(await workspace.saveEnvironment(path, { entity: first.entity, baseVersion: first.version }))
  for (const [id, values] of fixture.secrets) if (values.size === 0) fixture.secrets.delete(id)
  unwrap(
    await workspace.saveEnvironment(path, {
      entity: first.entity,
      baseVersion: first.version,
      secretVariables: new Map([['key', 'value']]),
    }),
  )
  for (const [id, values] of fixture.secrets)
    fixture.secrets.set(id, new Map([...values].filter(([field]) => field.startsWith('variables.'))))
  const old = unwrap(await workspace.readEnvironment(path))
  expect([old.permissionsOfFile, old.entity.variables[0]]).toMatchObject([
    ['key'],
    { allowedToScripts: false },
  ])
  unwrap(await workspace.saveEnvironment(path, { entity: old.entity, baseVersion: old.version }))
  expect(unwrap(await workspace.readEnvironment(path)).permissionsOfFile).toEqual([])
  expect(fixture.read(path)).toBe(file)
})

test('if two secrets have the same name the withheld one decides', async () => {
  const workspace = await fixture.open()
  fixture.write(path, 'name: Old\n')
  const { entity, version } = unwrap(await workspace.readEnvironment(path))
  const secret = { secret: true, name: 'key', enabled: true, allowedToScripts: true } as const
  const variables = [secret, { ...secret, allowedToScripts: false }]
  unwrap(await workspace.saveEnvironment(path, { entity: { ...entity, variables }, baseVersion: version }))
  const again = unwrap(await workspace.readEnvironment(path))
  expect(again.entity.variables).toMatchObject([{ allowedToScripts: false }, { allowedToScripts: false }])
})
