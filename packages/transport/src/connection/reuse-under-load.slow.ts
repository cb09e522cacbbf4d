import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { allClosed, testReuse } from './reuse-under-load.testkit.ts'

const program = fileURLToPath(new URL('send-under-load-program.testkit.ts', import.meta.url))

testReuse({ lanes: 16, requestsEach: 200 }, async ({ port, httpVersion, lanes, requestsEach }) => {
  const args = [program, String(port), httpVersion, String(lanes), String(requestsEach)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const failures = JSON.parse(await text(child.stdout))
  // An unhandled rejection makes the program exit with 1; an open socket or timer keeps it running.
  expect(await ended).toEqual([0, null])
  await allClosed()
  return failures
})
