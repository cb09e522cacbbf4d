import type { BodyMerge } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { noteOf } from './body-note.ts'
import type { ReadBodyText } from './body-texts.ts'

const read: ReadBodyText = {
  state: 'read',
  rows: [],
  totalRows: 0,
  totalBytes: 0,
  isWhole: true,
  view: 'pretty',
  format: 'json',
  isText: true,
  isFormatting: false,
  revision: 0,
  merge: null,
}

const merge: BodyMerge = { partCount: 3, unmergedCount: 0, isAwaitingParts: false, problem: null }

test.each<[string, Partial<ReadBodyText>, string]>([
  ['a formatted body', {}, ''],
  [
    'a body that cannot be formatted',
    { view: 'raw' },
    'Shown as received because it could not be formatted as JSON.',
  ],
  ['a body that grows', { view: 'raw', isWhole: false }, ''],
  ['a text', { view: 'raw', format: 'text' }, ''],
  ['merged parts', { merge }, 'Merged from 3 parts.'],
  [
    'one part while more arrive',
    { isWhole: false, merge: { ...merge, partCount: 1, isAwaitingParts: true } },
    'Merged from 1 part.',
  ],
  [
    'parts that end too early',
    { merge: { ...merge, isAwaitingParts: true } },
    'Merged from 3 parts. The server announced more parts, which did not arrive.',
  ],
  [
    'parts with wrong ones',
    { merge: { ...merge, partCount: 100_001, unmergedCount: 2 } },
    'Merged from 100,001 parts. 2 parts could not be merged completely; Raw shows all of them.',
  ],
  [
    'a wrong boundary',
    { view: 'raw', merge: { ...merge, problem: 'noParts' } },
    'Shown as received because the body does not have the boundary that its Content-Type names.',
  ],
  ['a wrong boundary so far', { view: 'raw', isWhole: false, merge: { ...merge, problem: 'noParts' } }, ''],
  [
    'too many bytes',
    { view: 'raw', merge: { ...merge, problem: 'tooLarge' } },
    'Shown as received because only parts of up to 20 MB are merged.',
  ],
])('%s has the note', (_, change, expected) => {
  expect(noteOf({ ...read, ...change })).toBe(expected)
})
