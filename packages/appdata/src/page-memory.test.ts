import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { FaultFiles, memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPageMemory } from './page-memory.ts'

let folder: string
const path = () => join(folder, 'page.json')

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder, 'parley-page-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('texts are kept by their names, even after a restart', async () => {
  const memory = await openPageMemory(folder)
  expect(await memory.read()).toEqual({})
  await Promise.all([memory.write('layout', '{}'), memory.write('folded', '[]')])
  await memory.write('layout', '{"a":1}')
  expect(await (await openPageMemory(folder)).read()).toEqual({ layout: '{"a":1}', folded: '[]' })
  expect(statSync(path()).mode & 0o777).toBe(0o600)
})

test('a text that is being written counts', async () => {
  const memory = await openPageMemory(folder)
  const writing = memory.write('folded', '["a"]')
  expect(await memory.read()).toEqual({ folded: '["a"]' })
  await writing
})

test.each(['', '{', '[]', '{"layout":1}'])('a file of %j counts as missing', async text => {
  writeFileSync(path(), text)
  const memory = await openPageMemory(folder)
  expect(await memory.read()).toEqual({})
  await memory.write('layout', 'a')
  expect(await (await openPageMemory(folder)).read()).toEqual({ layout: 'a' })
})

test('a failed write keeps the old text, and the next write succeeds', async () => {
  const failing = new FaultFiles(nodeFiles)
  const memory = await openPageMemory(folder, failing)
  await memory.write('layout', 'a')
  failing.failAt(failing.log.length, 'ENOSPC')
  await expect(memory.write('layout', 'b')).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await memory.read()).toEqual({ layout: 'a' })
  expect(readdirSync(folder)).toEqual(['page.json'])
  await memory.write('layout', 'c')
  expect(await memory.read()).toEqual({ layout: 'c' })
})
