import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartedPrograms } from './started-programs.testkit.ts'

let programs: StartedPrograms

beforeEach(() => {
  programs = new StartedPrograms()
})

afterEach(() => programs.close())

test('a second start finds the first, prints its address, and exits', async () => {
  const first = programs.start(['--no-open', '--no-demo'])
  const { origin, token } = await programs.addressOf(first)
  const second = programs.start(['--no-open', '--no-demo'])
  expect(await second.ended).toEqual({ code: 0, signal: null })
  expect(second.output()).toBe(`Parley is already running at ${origin}/#token=${token}\n`)
  expect(second.errors()).toBe('--no-demo had no effect. End the running Parley first.\n')
  expect((await fetch(`${origin}/`)).status).toBe(200)
})
