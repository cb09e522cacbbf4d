import { expect, test } from 'vitest'
import { runProgram } from '../run-program.testkit.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

// It asks the desktop, which starts a program.
test('--proxy system takes none where neither the environment nor the desktop has one', async () => {
  const args = ['send', fixture.sink.url, '--proxy', 'system', '--bypass', 'example.com']
  expect(await runProgram(args, { cwd: fixture.path('.') })).toMatchObject({ code: 0 })
})
