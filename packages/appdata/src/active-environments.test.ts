import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { FaultFiles, memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openActiveEnvironments } from './active-environments.ts'

let folder: string
const path = () => join(folder, 'active-environments.json')

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder, 'parley-active-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('each workspace keeps its own, even after a restart', async () => {
  const active = await openActiveEnvironments(folder)
  expect(active.of('/a')).toBeNull()
  await Promise.all([active.activate('/a', 'e1'), active.activate('__proto__', 'e2')])
  await active.activate('/a', 'e3')
  const again = await openActiveEnvironments(folder)
  expect([again.of('/a'), again.of('__proto__'), again.of('toString')]).toEqual(['e3', 'e2', null])
  await again.activate('/a', null)
  expect((await openActiveEnvironments(folder)).of('/a')).toBeNull()
  expect(statSync(path()).mode & 0o777).toBe(0o600)
})

test('whether the order of scopes is known is kept beside them', async () => {
  const active = await openActiveEnvironments(folder)
  expect(active.isOrderKnown('/a')).toBe(false)
  await Promise.all([active.markOrderKnown('/a'), active.activate('/a', 'e1'), active.activate('/b', 'e2')])
  const again = await openActiveEnvironments(folder)
  expect([again.isOrderKnown('/a'), again.isOrderKnown('/b')]).toEqual([true, false])
  expect([again.of('/a'), again.of('/b')]).toEqual(['e1', 'e2'])
})

test.each(['', '{', '[]', '{"workspaces":[{"workspace":1},null]}'])(
  'a file of %j counts as missing',
  async text => {
    writeFileSync(path(), text)
    const active = await openActiveEnvironments(folder)
    expect(active.of('/a')).toBeNull()
    await active.activate('/a', 'e1')
    expect((await openActiveEnvironments(folder)).of('/a')).toBe('e1')
  },
)

test('a failed write keeps the old choice, and the next write succeeds', async () => {
  const failing = new FaultFiles(nodeFiles)
  const active = await openActiveEnvironments(folder, failing)
  await active.activate('/a', 'e1')
  failing.failAt(failing.log.length, 'ENOSPC')
  await expect(active.activate('/a', 'e2')).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(active.of('/a')).toBe('e1')
  expect(readdirSync(folder)).toEqual(['active-environments.json'])
  await active.activate('/a', 'e3')
  expect(active.of('/a')).toBe('e3')
})
