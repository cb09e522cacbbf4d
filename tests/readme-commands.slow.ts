import { needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { readmeCommands, runReadmeCommands } from './readme-commands.testkit.ts'

test('the commands of README run as they are written, with the Node of the system', {
  ...needs(process.platform === 'linux', 'Linux'),
  timeout: 1_200_000,
}, async () => {
  expect(readmeCommands().length).toBeGreaterThan(25)
  const outcomes = await runReadmeCommands(null)
  expect(outcomes.filter(({ ended }) => ended !== 0)).toEqual([])
})
