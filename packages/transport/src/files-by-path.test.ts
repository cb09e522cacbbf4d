import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesByPath } from './files-by-path.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-files-'))
  writeFileSync(join(folder, 'é book.txt'), 'é')
  writeFileSync(join(folder, 'empty'), '')
  mkdirSync(join(folder, 'folder'))
  symlinkSync('é book.txt', join(folder, 'link'))
  symlinkSync('gone', join(folder, 'loose'))
})

afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['é book.txt', 2],
  ['empty', 0],
  ['link', 2],
])('%s has its length', async (name, lengthBytes) => {
  expect(await filesByPath.lengthBytes(join(folder, name))).toEqual({ ok: true, value: lengthBytes })
})

test.each([
  ['a folder', () => join(folder, 'folder')],
  ['what is not there', () => join(folder, 'gone')],
  ['a link to nothing', () => join(folder, 'loose')],
  ['a file below a file', () => join(folder, 'empty', 'x')],
  ['a device', () => devNull],
  ['a path that no system has', () => 'a\0b'],
  ['no path', () => ''],
])('%s is refused by its name', async (_, pathOf) => {
  const path = pathOf()
  expect(await filesByPath.lengthBytes(path)).toMatchObject({
    ok: false,
    failure: { kind: 'file', code: 'FILE_NOT_READ', step: 'prepare', subject: path },
  })
})
