import { sampleCount } from '@parley/testkit/sample-of'
import { expect, test } from 'vitest'
import { killServer } from './kill-server.testkit.ts'

const kills = sampleCount(350)

test(`${kills} kills of a server amid commands lose no ID, secret or unsaved tab (attacks SE10)`, {
  timeout: 600_000,
}, async () => {
  const { lost, done, cutOff } = await killServer(kills)
  process.stdout.write(`${kills} kills: ${done} commands done, ${cutOff} cut off\n`)
  expect(lost).toEqual([])
  expect(cutOff).toBeGreaterThan(0)
})
