import { describe, expect, test } from 'vitest'
import { sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'

const calls = ['pm.execution.skipRequest()', 'insomnia.execution.skipRequest()']

/** Ways in which a script may try to continue. */
const ways: readonly (readonly [string, (call: string) => string])[] = [
  ['plain', call => call],
  ['catch', call => `try { ${call} } catch {}`],
  ['finally', call => `try { try { ${call} } finally { tool.environment.set("after", 1) } } catch {}`],
  ['test', call => `pm.test("t", () => { ${call} })`],
  ['awaited test', call => `await test("t", async () => { ${call} })`],
  ['promise', call => `await Promise.resolve().then(() => { ${call} }).catch(() => {})`],
  ['timer', call => `await new Promise(done => setTimeout(() => { try { ${call} } catch {} done() }))`],
  ['open promise', call => `test("t", () => new Promise(() => {})); ${call}`],
  ['broken errors', call => `globalThis.Error = function () { throw 1 }; try { ${call} } catch {}`],
]

describe('skipRequest keeps a request from being sent (behaviour, skipRequest)', () => {
  test.each(calls.flatMap(call => ways.map(([name, way]) => [call, name, way(call)] as const)))(
    '%s, %s',
    async (_call, _name, code) => {
      const pre = `tool.environment.set("before", 1); ${code}; tool.environment.set("after", 1)`
      const { outcome, sent, session } = await sendWithScripts({ pre })
      expect(sent).toBeNull()
      expect(outcome).toMatchObject({ failure: { failure: { kind: 'skipped', code: 'SKIPPED_BY_SCRIPT' } } })
      expect(sessionTexts(session)).toEqual({ before: '1' })
    },
  )

  test('and after the send it says that it is too late', async () => {
    const { sent, error } = await sendWithScripts({ post: 'pm.execution.skipRequest()' })
    expect(sent).not.toBeNull()
    expect(error).toBe('skipRequest is not available in this context')
  })
})
