import { expect, test } from 'vitest'
import { runProgram } from '../run-program.testkit.ts'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

const fixture = useSendFixture()

test('an invalid port exits with 3 and a sentence', async () => {
  const { code, stderr } = await runProgram(['serve', '--port', 'many', '--no-open'], {
    env: { PARLEY_HOME: fixture.path('home'), PARLEY_KEYCHAIN: 'off' },
  })
  expect(code).toBe(3)
  expect(stderr).toContain('--port takes a number from 0 to 65535.')
})
