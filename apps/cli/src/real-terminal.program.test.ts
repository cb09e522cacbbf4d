import { readFileSync } from 'node:fs'
import { endConnection, receiveHead, startModelServer, startRawServer, waitFor } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run/run-fixture.testkit.ts'
import { hasTerminals, runInTerminal, type TerminalOptions } from './run-in-terminal.testkit.ts'
import { bundledProgram } from './run-program.testkit.ts'

const fixture = useRunFixture()
const start = (words: readonly string[], options: TerminalOptions = {}) =>
  runInTerminal([process.execPath, bundledProgram, ...words], { cwd: fixture.path('.'), ...options })

describe('on a real terminal', needs(hasTerminals, 'the program script'), () => {
  test('Ctrl+C ends an endless body with 130, and what arrived stays', async () => {
    const run = start(['send', `${fixture.demo.baseUrl}/events?count=0&intervalMs=1`])
    await waitFor(() => run.shown().length > 100, 'a part of the body')
    run.type('\x03')
    expect(await run.ended).toBe(130)
    expect(run.shown()).toMatch(/^: /)
    await waitFor(() => fixture.demo.activeCallCount() === 0, 'the call to end')
  })

  test('the progress of a long send is one line, and a note has its colours', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 2048\r\n\r\n'
    const half = 'x'.repeat(1024)
    const server = await startRawServer([receiveHead, head, half, () => mayEnd, half, endConnection])
    const run = start(['send', `${server.url}/{{name}}`], { redirect: '>body' })
    await waitFor(() => run.shown().includes('\rReceived 1.0 KB of 2.0 KB'), 'the progress')
    end()
    expect(await run.ended).toBe(0)
    const [last = '', erased = '', ...lines] = run.shown().split('\x1b[K').toReversed()
    for (const line of lines) expect(line).toMatch(/^\rReceived[^\r\n]+$/)
    expect(erased).toBe('\r')
    expect(last).toBe('\x1b[33mNote:\x1b[39m {{name}} has no value and was sent as typed.\r\n')
    expect(readFileSync(fixture.path('body'), 'utf8')).toHaveLength(2048)
    await server.close()
  })

  test('a question is asked, and the typed line answers it', async () => {
    const model = await startModelServer('openai')
    model.behaviour = { kind: 'answer', text: 'It compares undefined.' }
    fixture.postman([
      { name: 'A', url: fixture.sink.url, tests: 'test("t", () => { throw new Error("no") })' },
    ])
    await fixture.run(['c.json', '-r', 'json=report.json'])
    const env = { PARLEY_ASSISTANT_ADDRESS: `${model.url}/v1`, PARLEY_ASSISTANT_MODEL: 'small-model' }
    const run = start(['explain', 'report.json'], { env })
    await waitFor(() => run.shown().includes('Send this? [y/N]'), 'the question')
    expect(model.requests).toEqual([])
    run.type('y\n')
    expect(await run.ended).toBe(0)
    expect(run.shown()).toContain('It compares undefined.')
    await model.close()
  })
})
