import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { errorCodeOf } from './file-system.ts'
import { nodeFiles } from './node-files.ts'
import { removeTree } from './remove-tree.ts'

let folder = ''
const at = (name: string) => join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'node-files-'))
  writeFileSync(at('file'), '0123456789', { mode: 0o640 })
  mkdirSync(at('folder'))
  symlinkSync('file', at('link'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('information about a path, with or without following links', async () => {
  expect(await nodeFiles.info(at('link'))).toMatchObject({ kind: 'file', sizeBytes: 10, mode: 0o640 })
  expect(await nodeFiles.linkInfo(at('link'))).toMatchObject({ kind: 'link' })
  expect(await nodeFiles.info(at('gone'))).toBeNull()
  expect(await nodeFiles.info(join(at('file'), 'below'))).toBeNull()
  const many = await nodeFiles.linkInfos([at('folder'), at('gone'), at('file')])
  expect(many.map(one => one?.kind)).toEqual(['folder', undefined, 'file'])
  expect(many[2]).toEqual(await nodeFiles.linkInfo(at('file')))
  const listed = (await nodeFiles.list(folder)).toSorted((one, other) => one.name.localeCompare(other.name))
  expect(listed).toEqual([
    { name: 'file', kind: 'file' },
    { name: 'folder', kind: 'folder' },
    { name: 'link', kind: 'link' },
  ])
})

test('a file is read by range and written in pieces', async () => {
  const read = await nodeFiles.open(at('file'), 'read')
  const buffer = new Uint8Array(4)
  expect(await read.readAt(buffer, 8)).toBe(2)
  expect(new TextDecoder().decode(buffer.subarray(0, 2))).toBe('89')
  await read.close()
  const written = await nodeFiles.open(at('file'), 'writeExisting')
  await written.truncate(0)
  for (const piece of ['ab', 'cd']) await written.write(new TextEncoder().encode(piece))
  await written.close()
  expect(new TextDecoder().decode(await nodeFiles.read(at('file')))).toBe('abcd')
})

test('a new file replaces nothing, and a link is refused if links are not allowed', async () => {
  const codes = [
    await nodeFiles.open(at('file'), 'createNew').catch(errorCodeOf),
    await nodeFiles.open(at('gone'), 'writeExisting').catch(errorCodeOf),
  ]
  expect(codes).toEqual(['EEXIST', 'ENOENT'])
  if (process.platform !== 'win32')
    expect(await nodeFiles.open(at('link'), 'readNoLink').catch(errorCodeOf)).toBe('ELOOP')
})

test('a tree is removed without the targets of its links', async () => {
  symlinkSync(at('file'), join(at('folder'), 'outward'))
  mkdirSync(join(at('folder'), 'deep'))
  writeFileSync(join(at('folder'), 'deep', 'x'), '')
  await removeTree(nodeFiles, at('folder'))
  await removeTree(nodeFiles, at('folder'))
  expect(await nodeFiles.info(at('folder'))).toBeNull()
  expect(statSync(at('file')).size).toBe(10)
})

test('a watch reports changes in its folder until it is closed', async () => {
  let changes = 0
  const watch = nodeFiles.watch(
    folder,
    () => {
      changes += 1
    },
    error => {
      throw error
    },
  )
  writeFileSync(at('new'), '')
  await waitFor(() => changes > 0, 'word of a new file')
  watch.close()
  expect(() =>
    nodeFiles.watch(
      at('gone'),
      () => {},
      () => {},
    ),
  ).toThrow('ENOENT')
})
