import { expect, test } from 'vitest'
import { limitNotes } from './limit-notes.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

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

test('a run in parallel says that the machine is its limit', async () => {
  const busy = 'const until = Date.now() + 600; while (Date.now() < until);'
  fixture.postman([{ name: 'A', url: fixture.sink.url, tests: busy }])
  const run = (...more: string[]) => fixture.run(['c.json', '-n', '4', '--parallel', '4', ...more])
  expect((await run()).stderr).toMatch(
    /^Note: This machine was the limit: .+ --parallel above 4 is no faster\.$/m,
  )
  expect((await run('--quiet')).stderr).toBe('')
})
