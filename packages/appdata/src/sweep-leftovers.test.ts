import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweepLeftovers } from './sweep-leftovers.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-sweep-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** No process has this number: it is above the largest one of Linux. */
const ended = 4_194_305

test('the files of ended processes are deleted, and nothing else', async () => {
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'kept'), '')
  const leftBodies = `bodies-${ended}-${randomUUID()}`
  mkdirSync(join(folder, leftBodies))
  writeFileSync(join(folder, leftBodies, 'body'), 'x')
  mkdirSync(join(folder, `picked-${ended}-${randomUUID()}`))
  symlinkSync(outside, join(folder, `bodies-${ended}-${randomUUID()}`))
  writeFileSync(join(folder, `open-${ended}-${randomUUID()}.html`), '')
  const kept = [
    'outside',
    'settings.json',
    `bodies-${process.pid}-${randomUUID()}`,
    `picked-${process.pid}-${randomUUID()}`,
    `open-${process.pid}-${randomUUID()}.html`,
    'bodies-of-mine',
    `my-bodies-${ended}-${randomUUID()}`,
    `bodies-1-${randomUUID()}`,
  ]
  for (const name of kept.slice(1)) writeFileSync(join(folder, name), '')
  sweepLeftovers(folder)
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted())
  expect(readdirSync(outside)).toEqual(['kept'])
})
