import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { FaultFiles, memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileSecrets } from './file-secrets.ts'
import { SecretStore } from './secret-store.ts'
import { Vault } from './vault.ts'

let folder: string
const path = () => join(folder, 'secrets.json')
const address = { kind: 'environment', owner: 'e1', name: 'clientSecret' }
const damaged = { ok: false, failure: { code: 'SECRETS_LOCKED', reason: 'damaged' } }

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder, 'parley-secrets-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function store(files = nodeFiles): SecretStore {
  const vault = new Vault({ folder, keychain: async () => null, isInUse: async () => true })
  return new SecretStore(folder, vault, files)
}

/** Creates the key, as the first secret of an unused folder does. */
async function firstSecret(): Promise<SecretStore> {
  const vault = new Vault({ folder, keychain: async () => null, isInUse: async () => false })
  await new SecretStore(folder, vault).set(address, 'first')
  return store()
}

test('a secret is found under its own address, even by the next start', async () => {
  const first = await firstSecret()
  expect(await first.set({ ...address, owner: 'e2' }, 'other')).toEqual({ ok: true, value: null })
  expect(await first.set(address, '')).toEqual({ ok: true, value: null })
  expect(await store().get(address)).toEqual({ ok: true, value: '' })
  expect(await store().get({ ...address, owner: 'e2' })).toEqual({ ok: true, value: 'other' })
  expect(await store().get({ ...address, kind: 'request' })).toEqual({ ok: true, value: null })
  expect(statSync(path()).mode & 0o777).toBe(0o600)
})

test('names are listed and secrets deleted without any key', async () => {
  const secrets = await firstSecret()
  await secrets.set({ ...address, name: 'apiKey' }, 'a')
  await secrets.set({ ...address, owner: 'e2' }, 'b')
  rmSync(join(folder, 'key.json'))
  expect(await store().list('environment', 'e1')).toEqual({ ok: true, value: ['apiKey', 'clientSecret'] })
  await store().delete({ ...address, name: 'apiKey' })
  await store().setAll('environment', 'e2', new Map())
  expect(await store().count()).toEqual({ ok: true, value: 1 })
  expect(await store().get(address)).toMatchObject({ ok: false, failure: { reason: 'keyMissing' } })
})

test('all secrets of a file are read and replaced in one step', async () => {
  const secrets = await firstSecret()
  const files = fileSecrets(secrets)
  const values = new Map([
    ['auth.token', 't'],
    ['variables.apiKey', ''],
  ])
  await files.write('f1', new Map([['auth.password', 'old']]))
  await files.write('f2', values)
  await files.write('f1', values)
  expect(await fileSecrets(store()).read('f1')).toEqual(values)
  expect(await files.read('unknown')).toEqual(new Map())
  await files.write('f1', new Map())
  expect(await files.read('f1')).toEqual(new Map())
  expect(await secrets.count()).toEqual({ ok: true, value: 3 })
  writeFileSync(path(), '{')
  const error = { name: 'LockedError', locked: { code: 'SECRETS_LOCKED', reason: 'damaged' } }
  await expect(files.read('f2')).rejects.toMatchObject(error)
  await expect(files.write('f2', values)).rejects.toMatchObject(error)
  expect(readFileSync(path(), 'utf8')).toBe('{')
})

test('no write of many at the same time is lost', async () => {
  const secrets = await firstSecret()
  const names = Array.from({ length: 30 }, (_, at) => `n${at}`)
  await Promise.all(names.map(name => secrets.set({ ...address, name }, `value of ${name}`)))
  for (const name of names)
    expect(await store().get({ ...address, name })).toEqual({ ok: true, value: `value of ${name}` })
})

test.each([
  '',
  '{',
  '[]',
  '\0\0\0\0',
  '<<<<<<< HEAD',
  '{"version":1,"values":[{}]}',
  '{"version":2,"values":[]}',
])('a file of %j is locked and never written (SE3)', async text => {
  const secrets = await firstSecret()
  writeFileSync(path(), text)
  expect(await secrets.get(address)).toEqual(damaged)
  expect(await secrets.set(address, 'new')).toEqual(damaged)
  expect(await secrets.delete(address)).toEqual(damaged)
  expect(await secrets.list('environment', 'e1')).toEqual(damaged)
  expect(readFileSync(path(), 'utf8')).toBe(text)
})

test('a value moved to another name is not accepted', async () => {
  const secrets = await firstSecret()
  await secrets.set({ ...address, name: 'other' }, 'x')
  const file = JSON.parse(readFileSync(path(), 'utf8'))
  file.values[1].sealed = file.values[0].sealed
  writeFileSync(path(), JSON.stringify(file))
  expect(await secrets.get({ ...address, name: 'other' })).toEqual(damaged)
  expect(await secrets.get(address)).toEqual({ ok: true, value: 'first' })
})

test('a write that fails at any operation changes nothing (ST2)', async () => {
  await firstSecret()
  const counted = new FaultFiles(nodeFiles)
  await store(counted).set(address, 'second')
  for (let index = 0; index < counted.log.length; index++) {
    await store().set(address, 'second')
    const failing = new FaultFiles(nodeFiles)
    failing.failAt(index, 'ENOSPC')
    // The folder is synced after the new file is in place.
    await store(failing)
      .set(address, 'third')
      .catch(() => {})
    const found = await store().get(address)
    expect(found.ok && ['second', 'third'].includes(found.value ?? '')).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['key.json', 'secrets.json'])
  }
})
