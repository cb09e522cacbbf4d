import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openInput, startProgram } from '../run-program.testkit.ts'
import { expectEndlessRefused } from './endless-response.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'
import { rawAgent } from './raw-agent.testkit.ts'

const fixture = useMcpFixture()

test('the memory of a response that never ends is free again', async () => {
  const start = (args: readonly string[]) => {
    const options = { cwd: fixture.path('.'), env: fixture.env(), stdin: openInput }
    const running = startProgram(['mcp', ...args], options)
    const raw = { ...rawAgent(running), processId: running.processId }
    fixture.closeLater(raw)
    return raw
  }
  const { processId } = await expectEndlessRefused(fixture, start, 4)
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024).toBeLessThan(500)
})
