import { expect, test } from 'vitest'
import { runProgram } from '../run-program.testkit.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

test('a run in parallel says that the machine is its limit', async () => {
  const busy = 'const until = Date.now() + 600; while (Date.now() < until);'
  fixture.postman([{ name: 'A', url: fixture.sink.url, tests: busy }])
  const run = (...more: string[]) =>
    runProgram(['run', 'c.json', '-n', '4', '--parallel', '4', ...more], { cwd: fixture.path('.') })
  expect((await run()).stderr).toMatch(
    /^Note: This machine was the limit: .+ --parallel above 4 is no faster\.$/m,
  )
  expect((await run('--quiet')).stderr).toBe('')
})
