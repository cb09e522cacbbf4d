import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processMark } from '@parley/files'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweepLeftovers } from './sweep-leftovers.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-sweep-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** No process has this number: it is above the largest one of Linux. */
const ended = 4_194_305

const dead = () => processMark().replace(/^\d+/, String(ended))

test('the files of ended processes are deleted, and nothing else (ST1)', async () => {
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'kept'), '')
  const leftBodies = `bodies-${dead()}`
  mkdirSync(join(folder, leftBodies))
  writeFileSync(join(folder, leftBodies, 'body'), 'x')
  mkdirSync(join(folder, `picked-${dead()}`))
  symlinkSync(outside, join(folder, `bodies-${dead()}`))
  writeFileSync(join(folder, `open-${dead()}.html`), '')
  writeFileSync(join(folder, `.parley-${dead()}.tmp`), '')
  mkdirSync(join(folder, 'schemas'))
  writeFileSync(join(folder, 'schemas', `.parley-${dead()}.tmp`), '')
  const kept = [
    'outside',
    'schemas',
    'settings.json',
    `bodies-${processMark()}`,
    `picked-${processMark()}`,
    `.parley-${processMark()}.tmp`,
    `open-${processMark()}.html`,
    'bodies-of-mine',
    `my-bodies-${dead()}`,
    `bodies-1-${randomUUID()}`,
  ]
  for (const name of kept.slice(2)) writeFileSync(join(folder, name), '')
  await sweepLeftovers(folder)
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted())
  expect(readdirSync(outside)).toEqual(['kept'])
  expect(readdirSync(join(folder, 'schemas'))).toEqual([])
})
