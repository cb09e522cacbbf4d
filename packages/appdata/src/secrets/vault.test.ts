import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Keychain } from './keychain.ts'
import { describeLocked, type LockedReason } from './locked.ts'
import { MemoryKeychain } from './memory-keychain.testkit.ts'
import { seal, unseal } from './sealing.ts'
import { Vault } from './vault.ts'

let folder: string
let keychain: MemoryKeychain
let umask: number
const keyPath = () => join(folder, 'key.json')

beforeEach(() => {
  umask = process.umask(0)
  folder = mkdtempSync(join(memoryFolder, 'parley-vault-'))
  keychain = new MemoryKeychain()
})

afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

function vault(given: Keychain | null = keychain, isInUse = false): Vault {
  return new Vault({ folder, keychain: async () => given, isInUse: async () => isInUse })
}

async function sealed(from: Vault): Promise<Uint8Array> {
  const result = await from.seal('place', 'text')
  if (!result.ok) throw new Error(result.failure.reason)
  return result.value
}

function lockedBy(reason: LockedReason) {
  return { ok: false, failure: { code: 'SECRETS_LOCKED', reason } }
}

test('a sealed text can only be unsealed unchanged for its own place, and sealing twice gives different bytes', () => {
  const key = new Uint8Array(32).fill(7)
  const one = seal(key, 'a', 'café 🔑 \0')
  expect(unseal(key, 'a', one)).toBe('café 🔑 \0')
  expect(unseal(key, 'b', one)).toBeNull()
  expect(unseal(new Uint8Array(32), 'a', one)).toBeNull()
  expect(seal(key, 'a', 'café 🔑 \0')).not.toEqual(one)
  for (let at = 0; at < one.byteLength; at++) {
    const changed = Uint8Array.from(one)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(unseal(key, 'a', changed)).toBeNull()
    expect(unseal(key, 'a', one.subarray(0, at))).toBeNull()
  }
})

test('the key is created with the first secret and stored in the keychain, in no file', async () => {
  const first = vault()
  expect(keychain.asked).toBe(0)
  const bytes = await sealed(first)
  const [key = ''] = keychain.texts.values()
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(readFileSync(keyPath(), 'utf8')).not.toContain(key)
  const again = vault(keychain, true)
  expect(await again.unseal('place', bytes)).toEqual({ ok: true, value: 'text' })
  expect(keychain.asked).toBe(3)
  await sealed(again)
  expect(keychain.asked).toBe(3)
})

test.each([
  ['is none', () => null],
  [
    'is locked',
    () => {
      keychain.isLocked = true
      return keychain
    },
  ],
  ['forgets', () => ({ read: async () => null, write: async () => {} })],
])('where the keychain %s, the first key is a file of the owner alone (SE2)', async (_, given) => {
  const bytes = await sealed(vault(given()))
  expect(statSync(keyPath()).mode & 0o777).toBe(0o600)
  expect(await vault(null, true).unseal('place', bytes)).toEqual({ ok: true, value: 'text' })
})

test('many first secrets at the same time create one key', async () => {
  const one = vault(null)
  const all = await Promise.all(Array.from({ length: 20 }, () => sealed(one)))
  for (const bytes of all) expect((await vault(null, true).unseal('place', bytes)).ok).toBe(true)
})

test('after a refusal of the keychain everything is locked until the user asks again (SE3)', async () => {
  const bytes = await sealed(vault())
  keychain.isLocked = true
  const asked = keychain.asked
  const later = vault(keychain, true)
  for (let at = 0; at < 3; at++) expect(await later.unseal('place', bytes)).toEqual(lockedBy('keychain'))
  expect(await later.seal('place', 'new')).toEqual(lockedBy('keychain'))
  expect(keychain.asked).toBe(asked + 1)
  expect(await later.unlock()).toEqual({ code: 'SECRETS_LOCKED', reason: 'keychain' })
  keychain.isLocked = false
  expect(await later.unlock()).toBeNull()
  expect(await later.unseal('place', bytes)).toEqual({ ok: true, value: 'text' })
})

test.each<[string, LockedReason, () => Keychain | null]>([
  ['the keychain is gone', 'keychain', () => null],
  [
    'the keychain has lost the key',
    'keyMissing',
    () => {
      keychain.texts.clear()
      return keychain
    },
  ],
  [
    'the keychain returns another key',
    'keyWrong',
    () => {
      for (const name of keychain.texts.keys()) keychain.texts.set(name, Buffer.alloc(32).toString('base64'))
      return keychain
    },
  ],
  [
    'the key file is missing',
    'keyMissing',
    () => {
      rmSync(keyPath())
      return keychain
    },
  ],
  ...['', '{', '{}', '[]', '\0\0\0', '{"version":2}'].map((text): [string, LockedReason, () => Keychain] => [
    `the key file is ${JSON.stringify(text)}`,
    'damaged',
    () => {
      writeFileSync(keyPath(), text)
      return keychain
    },
  ]),
])('where %s, all is locked and nothing is written (SE3)', async (_, reason, harm) => {
  await sealed(vault())
  const given = harm()
  const files = () => readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
  const before = files()
  const keysBefore = [...keychain.texts]
  expect(await vault(given, true).seal('place', 'new')).toEqual(lockedBy(reason))
  expect(files()).toEqual(before)
  expect([...keychain.texts]).toEqual(keysBefore)
  expect(describeLocked({ code: 'SECRETS_LOCKED', reason }).sentence).toMatch(/^The secrets are locked: /)
})
