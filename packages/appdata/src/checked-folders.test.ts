import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { FaultFiles, memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkedFoldersOf } from './checked-folders.ts'

let folder: string
const states = new Map([['shop/books', 'a']])

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder, 'parley-checked-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('a workspace finds what this version wrote for it', async () => {
  const checked = checkedFoldersOf(folder, 'one', '1.0.0')
  expect(await checked.load()).toEqual(new Map())
  await checked.write(states)
  expect(await checked.load()).toEqual(states)
  expect(await checkedFoldersOf(folder, 'other', '1.0.0').load()).toEqual(new Map())
  expect(await checkedFoldersOf(folder, 'one', '1.0.1').load()).toEqual(new Map())
})

test.each(['', '{', '[]', '{"version":"1.0.0"}', '{"version":"1.0.0","folders":{"a":1}}'])(
  'a file of %j counts as nothing',
  async text => {
    const checked = checkedFoldersOf(folder, 'one', '1.0.0')
    await checked.write(states)
    const [name = ''] = readdirSync(join(folder, 'checked'))
    writeFileSync(join(folder, 'checked', name), text)
    expect(await checked.load()).toEqual(new Map())
  },
)

test('a full disk loses only what was to be remembered', async () => {
  const failing = new FaultFiles(nodeFiles)
  const checked = checkedFoldersOf(folder, 'one', '1.0.0', failing)
  await checked.write(states)
  failing.failAt(failing.log.length + 1, 'ENOSPC')
  await checked.write(new Map())
  expect(await checked.load()).toEqual(states)
})
