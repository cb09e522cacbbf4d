import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openServerIdentity } from './server-identity.ts'

let folder: string
const key = 'k'.repeat(43)

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder, 'parley-identity-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('the key stays the same over all starts, and the last port is known', async () => {
  const first = await openServerIdentity(folder)
  expect(first.lastPort).toBeNull()
  await first.keepPort(4000)
  const second = await openServerIdentity(folder)
  expect([second.key, second.lastPort]).toEqual([first.key, 4000])
})

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['null', 'null'],
  ['a list', '[1]'],
  ['other types', '{"key":1,"port":"x"}'],
  ['a short key and a port above all', '{"key":"k","port":65536}'],
])('a file with %s keeps no server from starting, and is replaced', async (_, text) => {
  writeFileSync(join(folder, 'server.json'), text)
  const opened = await openServerIdentity(folder)
  expect([opened.key.length, opened.lastPort]).toEqual([43, null])
  await opened.keepPort(4001)
  expect((await openServerIdentity(folder)).lastPort).toBe(4001)
})

test('each part of the file is read by itself', async () => {
  writeFileSync(join(folder, 'server.json'), JSON.stringify({ key, port: -1 }))
  expect(await openServerIdentity(folder)).toMatchObject({ key, lastPort: null })
})

test('a file that cannot be read keeps no server from starting', async () => {
  mkdirSync(join(folder, 'server.json'))
  const opened = await openServerIdentity(folder)
  expect([opened.key.length, opened.lastPort]).toEqual([43, null])
})
