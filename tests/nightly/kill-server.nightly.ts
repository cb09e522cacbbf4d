import { expect, inject, test } from 'vitest'
import { killServer } from '../../apps/server/src/kill-server.testkit.ts'
import { killKeeper } from './kept-results.ts'

/** Set another number with `PARLEY_KILLS=10000 npm run nightly -- tests/nightly/kill-server.nightly.ts`. */
const kills = Number(process.env.PARLEY_KILLS ?? 3000)

test(`${kills} kills of a server amid commands lose no ID, secret or unsaved tab (attacks SE10)`, {
  timeout: 86_400_000,
}, async () => {
  const keep = killKeeper('commands', inject('seed'))
  const { lost, done, cutOff } = await killServer(kills, inject('seed'), (kill, soFar) => {
    if (kill % 100 === 0) process.stdout.write(`${kill} kills, ${soFar.length} losses\n`)
    keep(kill, soFar.length, kill === kills)
  })
  process.stdout.write(`${kills} kills: ${done} commands done, ${cutOff} cut off\n`)
  expect(lost).toEqual([])
})
