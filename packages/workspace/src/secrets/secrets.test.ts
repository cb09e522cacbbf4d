import { newAuth, newHttpRequest } from '@parley/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'
import { missingAuthFields } from './missing-auth-fields.ts'

let fixture: WorkspaceFixture

beforeEach(() => {
  fixture = new WorkspaceFixture()
  fixture.writeSample()
})

afterEach(() => fixture.remove())

const canary = 'canary-7f3a'
const auths = [
  { ...newAuth('bearer'), token: canary },
  { ...newAuth('apiKey'), key: 'X-Key', value: canary },
  { ...newAuth('basic'), username: 'ann', password: canary },
  { ...newAuth('digest'), password: canary },
  { ...newAuth('ntlm'), password: canary },
  { ...newAuth('wsse'), password: canary },
  { ...newAuth('signatureV4'), accessKeyId: 'AK', secretAccessKey: canary, sessionToken: canary },
  { ...newAuth('oauth2'), grantType: 'pasteAccessToken', accessToken: canary },
  { ...newAuth('oauth2'), grantType: 'clientCredentials', clientSecret: canary },
  { ...newAuth('oauth2'), grantType: 'password', password: canary },
  { ...newAuth('oauth1'), consumerSecret: canary, accessTokenSecret: canary },
  { ...newAuth('jwt'), secret: canary },
  { ...newAuth('hawk'), key: canary },
] as const

describe('a literal in a secret field', () => {
  test.each(auths)('$type is in no file and is restored on opening (attacks SE1)', async auth => {
    const workspace = await fixture.open()
    const request = newHttpRequest({ name: 'Secret', auth })
    const { path } = unwrap(await workspace.commands.createItem('books', request))
    for (const file of fixture.paths()) expect(fixture.read(file)).not.toContain(canary)
    expect(fixture.read(path)).toContain('secrets:')
    const opened = unwrap(await workspace.readItem(path))
    expect(opened.entity).toEqual({ ...request, sequence: 3 })
    expect(opened.missingSecrets).toEqual([])
    // Another process on the same machine.
    expect(unwrap(await (await fixture.open()).readItem(path)).entity).toEqual(opened.entity)
    // Another machine: the clone reports its missing secrets, and a save keeps the rest.
    fixture.secrets.clear()
    const clone = unwrap(await workspace.readItem(path))
    expect(clone.missingSecrets.length).toBeGreaterThan(0)
    expect(JSON.stringify(clone.entity)).not.toContain(canary)
  })

  test('of a collection and an environment is in no file either', async () => {
    const workspace = await fixture.open()
    const collection = unwrap(await workspace.readCollection('books'))
    const auth = { ...newAuth('bearer'), token: canary }
    const certificate = {
      type: 'pkcs12',
      domain: 'a.test',
      passphrase: canary,
      enabled: true,
      pkcs12FilePath: 'a.p12',
    } as const
    const entity = {
      ...collection.entity,
      defaults: { ...collection.entity.defaults, auth },
      clientCertificates: [certificate],
    }
    unwrap(await workspace.saveCollection('books', { entity, baseVersion: collection.version }))
    const environment = unwrap(await workspace.readEnvironment('environments/local.yml'))
    unwrap(
      await workspace.saveEnvironment('environments/local.yml', {
        entity: { ...environment.entity, clientCertificates: [certificate] },
        baseVersion: environment.version,
        secretVariables: new Map([['apiKey', canary]]),
      }),
    )
    for (const file of fixture.paths()) expect(fixture.read(file)).not.toContain(canary)
    expect(unwrap(await workspace.readCollection('books')).entity).toEqual(entity)
    const reopened = unwrap(await workspace.readEnvironment('environments/local.yml'))
    expect(reopened.entity.clientCertificates).toEqual([certificate])
    expect(reopened.secretVariables).toEqual(new Map([['apiKey', canary]]))
    // A save that does not mention them keeps them.
    unwrap(
      await workspace.saveEnvironment('environments/local.yml', {
        entity: { ...reopened.entity, color: 'red' },
        baseVersion: reopened.version,
      }),
    )
    expect(
      unwrap(await workspace.readEnvironment('environments/local.yml')).secretVariables.get('apiKey'),
    ).toBe(canary)
  })

  test('that another client wrote into the file is removed by the next save', async () => {
    fixture.write(
      'books/theirs.yml',
      `info:\n  name: Theirs\n  type: http\nhttp:\n  method: GET\n  url: a\n  auth:\n    type: bearer\n    token: ${canary}\n`,
    )
    const workspace = await fixture.open()
    const { entity, version } = unwrap(await workspace.readItem('books/theirs.yml'))
    unwrap(
      await workspace.saveItem('books/theirs.yml', {
        entity: { ...entity, name: 'Ours' } as typeof entity,
        baseVersion: version,
      }),
    )
    expect(fixture.read('books/theirs.yml')).not.toContain(canary)
    expect(JSON.stringify(unwrap(await workspace.readItem('books/theirs.yml')).entity)).toContain(canary)
  })
})

test.each(['{{token}}', '{{a}}{{b}}'])('the reference %s is written unchanged', async token => {
  const workspace = await fixture.open()
  const auth = { ...newAuth('bearer'), token }
  const { path } = unwrap(await workspace.commands.createItem('books', newHttpRequest({ name: 'R', auth })))
  expect(fixture.read(path)).toContain(token)
  expect(fixture.secrets.size).toBe(0)
})

test('a locked store is reported, and nothing is blanked (attacks SE3)', async () => {
  const workspace = await fixture.open()
  const auth = { ...newAuth('bearer'), token: canary }
  const { path } = unwrap(await workspace.commands.createItem('books', newHttpRequest({ name: 'R', auth })))
  const { entity, version } = unwrap(await workspace.readItem(path))
  const text = fixture.read(path)
  fixture.areSecretsLocked = true
  expect(await workspace.readItem(path)).toMatchObject({ failure: { code: 'SECRETS_LOCKED' } })
  expect(await workspace.saveItem(path, { entity, baseVersion: version })).toMatchObject({
    failure: { code: 'SECRETS_LOCKED' },
  })
  expect(fixture.read(path)).toBe(text)
  fixture.areSecretsLocked = false
  expect(unwrap(await workspace.readItem(path)).entity).toEqual(entity)
})

test('a move, a rename and a copy keep secrets', async () => {
  const workspace = await fixture.open()
  const auth = { ...newAuth('bearer'), token: canary }
  const { path } = unwrap(await workspace.commands.createItem('books', newHttpRequest({ name: 'R', auth })))
  const moved = unwrap(await workspace.commands.move(path, 'books/old', 0)).path
  const renamed = unwrap(await workspace.commands.rename(moved, 'Renamed'))
  const copy = unwrap(await workspace.commands.duplicate('books/old'))
  for (const one of [renamed, `${copy}/Renamed.yml`])
    expect(unwrap(await workspace.readItem(one)).entity).toMatchObject({ auth })
  const { trashId } = unwrap(await workspace.commands.remove(renamed))
  unwrap(await workspace.commands.restore(trashId))
  expect(unwrap(await workspace.readItem(renamed)).entity).toMatchObject({ auth })
})

describe('a clone', () => {
  const auth = { ...newAuth('basic'), username: 'ann', password: canary }
  const open = async () => {
    const workspace = await fixture.open()
    const { path } = unwrap(await workspace.commands.createItem('books', newHttpRequest({ name: 'R', auth })))
    const kept = new Map(fixture.secrets)
    fixture.secrets.clear()
    return { workspace, path, kept }
  }
  const saveAs = async (workspace: Awaited<ReturnType<typeof fixture.open>>, path: string, name: string) => {
    const { entity, version } = unwrap(await workspace.readItem(path))
    const renamed = { ...entity, name } as typeof entity
    return unwrap(await workspace.saveItem(path, { entity: renamed, baseVersion: version }))
  }

  test('that saves keeps the secrets of other machines listed', async () => {
    const { workspace, path, kept } = await open()
    await saveAs(workspace, path, 'Renamed')
    expect(fixture.read(path)).toContain('auth.password')
    for (const [id, values] of kept) fixture.secrets.set(id, values)
    const theirs = unwrap(await workspace.readItem(path))
    expect(theirs.entity).toMatchObject({ name: 'Renamed', auth })
    // Clearing a known value is intentional.
    const entity = { ...theirs.entity, auth: { ...auth, password: '' } } as typeof theirs.entity
    unwrap(await workspace.saveItem(path, { entity, baseVersion: theirs.version }))
    expect(fixture.read(path)).not.toContain('auth.password')
  })

  test('accepts a value, or an empty one, without changing the file', async () => {
    const { workspace, path } = await open()
    const text = fixture.read(path)
    const { missingSecrets, entity } = unwrap(await workspace.readItem(path))
    expect([...missingAuthFields(entity, missingSecrets).values()]).toEqual([['password']])
    unwrap(await workspace.fillSecrets(path, new Map([['auth.password', '']])))
    expect(unwrap(await workspace.readItem(path)).missingSecrets).toEqual([])
    await saveAs(workspace, path, 'Renamed')
    expect(fixture.read(path)).toContain('auth.password')
    expect(unwrap(await workspace.readItem(path)).missingSecrets).toEqual([])
    unwrap(await workspace.fillSecrets(path, new Map([['auth.password', canary]])))
    expect(unwrap(await workspace.readItem(path)).entity).toMatchObject({ auth })
    expect(fixture.read(path)).toBe(text.replace('name: R', 'name: Renamed'))
    fixture.areSecretsLocked = true
    expect(await workspace.fillSecrets(path, new Map())).toMatchObject({
      failure: { code: 'SECRETS_LOCKED' },
    })
  })

  test('knows which authorizations miss fields, also for items in the file of a collection', async () => {
    fixture.write(
      'books/opencollection.yml',
      `opencollection: 1.0.0
info:
  name: Books
request:
  auth:
    type: bearer
    token: ""
items:
  - info: { name: Deep, type: folder }
    items:
      - info: { name: In, type: http }
        http: { method: GET, url: a, auth: { type: basic, username: ann, password: "" } }
extensions:
  parley:
    secrets: [auth.token, items.0.items.0.auth.password, items.7.auth.token]
`,
    )
    const { entity, missingSecrets } = unwrap(await (await fixture.open()).readCollection('books'))
    const missing = missingAuthFields(entity, missingSecrets)
    expect([...missing].map(([one, fields]) => [one.type, fields])).toEqual([
      ['bearer', ['token']],
      ['basic', ['password']],
    ])
  })
})
