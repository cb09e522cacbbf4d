import { expect, test } from 'vitest'
import { limitNotes } from './limit-notes.ts'

const note =
  'This machine was the limit: its processor was busy for 97 % of the run, so a --parallel above 8 is no faster.'

test.each([
  ['busy lanes', { iterations: 20, parallel: 8 }, 4000, 0.97, [note]],
  ['fewer iterations than lanes', { iterations: 8, parallel: 50 }, 4000, 0.97, [note]],
  ['one lane', { iterations: 20, parallel: 1 }, 4000, 0.97, []],
  ['one iteration', { iterations: 1, parallel: 8 }, 4000, 0.97, []],
  ['a server that is the limit', { iterations: 20, parallel: 8 }, 4000, 0.6, []],
  ['a short run, which is mostly the start', { iterations: 20, parallel: 8 }, 400, 0.97, []],
])('%s', (_, options, elapsedMs, utilization, notes) => {
  expect(limitNotes(options, { elapsedMs }, utilization)).toEqual(notes)
})
