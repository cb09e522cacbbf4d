import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stageProgram } from '../../scripts/package/stage-program.ts'
import { root } from './built-package.testkit.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-staged-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const stage = (updatesAddress: string) => {
  const store = { root, archives: join(root, 'build/registry'), unpacked: join(folder, 'registry') }
  return stageProgram(root, store, 'linux', join(folder, 'program'), updatesAddress)
}

test('the address for updates is in the package, next to the page, and in its list of contents', () => {
  const { folder: program } = stage('https://updates.example/newest.json')
  expect(readFileSync(join(program, 'dist/updates.json'), 'utf8')).toBe(
    '{"address":"https://updates.example/newest.json"}\n',
  )
  expect(readFileSync(join(program, 'CONTENTS.txt'), 'utf8')).toContain('  dist/updates.json\n')
})

test.each([
  'http://updates.example/',
  'ftp://updates.example/',
  'https://me:secret@updates.example/',
  'newest',
])('the address %s stops the packaging with a sentence', address => {
  expect(() => stage(address)).toThrow(
    'PARLEY_UPDATES is not an update address. Set it to one that begins with https:// and has no password.',
  )
})
