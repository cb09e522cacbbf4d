import { expect, test } from 'vitest'
import { killServer } from './kill-server.testkit.ts'

test('50 kills of a server amid commands lose no ID, secret or unsaved tab (attacks SE10)', {
  timeout: 600_000,
}, async () => {
  const { lost, done, cutOff } = await killServer(50)
  process.stdout.write(`50 kills: ${done} commands done, ${cutOff} cut off\n`)
  expect(lost).toEqual([])
  expect(cutOff).toBeGreaterThan(0)
})
