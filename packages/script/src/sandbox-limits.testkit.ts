import { describe, expect, test } from 'vitest'
import { defaultScriptBudget } from './sandbox/script-clock.ts'
import { type ScriptedSend, sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'

/** Short, so that tests need not wait for the 5 and 30 seconds that users get. */
const budget = { ownMs: 100, requestMs: 300 }

/** Runs a script that must be stopped, and another one that must not be affected. */
async function stopped(script: string, more: ScriptedSend = {}) {
  const first = await sendWithScripts({
    budget,
    post: `tool.environment.set("kept", "1"); tool.test("t", () => {}); ${script}`,
    ...more,
  })
  const next = await sendWithScripts({ post: 'tool.test("next", () => {})' })
  expect(next.results).toEqual([{ name: 'next', passed: true }])
  expect(first.results).toEqual([])
  expect(sessionTexts(first.session)).toEqual({})
  return first
}

const endless = [
  ['a loop', 'while (true) {}'],
  ['a loop that catches all', 'while (true) { try { while (true) {} } catch {} finally { continue } }'],
  ['a catastrophic pattern', '/^(a+)+$/.test("a".repeat(40) + "!")'],
  [
    'a long sort',
    'const a = Array.from({ length: 3e6 }, Math.random); while (true) a.sort(() => Math.random() - 0.5)',
  ],
  ['endless microtasks', 'const f = () => Promise.resolve().then(f); await f()'],
  ['await null for ever', 'while (true) await null'],
  ['microtasks that nobody awaits', '(function f() { queueMicrotask(f) })()'],
  ['a thenable that resolves with itself', 'const t = { then(f) { f(t) } }; await t'],
  ['a loop in a getter of what is thrown', 'throw { get message() { while (true) {} } }'],
  ['a loop in toString of a name', 'tool.test({ toString() { while (true) {} } }, () => {})'],
  ['a loop in toJSON of a value', 'tool.environment.set("a", { toJSON() { while (true) {} } })'],
  [
    'a loop in a Proxy',
    'new Proxy({}, { ownKeys() { while (true) {} } }); Object.keys(new Proxy({}, { ownKeys() { while (true) {} } }))',
  ],
  ['a native search over a huge list', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
  ['an interval that is never cleared', 'setInterval(() => {}, 10)'],
  ['a timer far away', 'await new Promise(done => setTimeout(done, 50000))'],
  ['sleep after sleep', 'for (;;) await bru.sleep(20)'],
  ['a test that waits too long', 'test("t", () => bru.sleep(2000))'],
  ['an endless generator', 'for (const _ of (function* () { while (true) yield 1 })()) {}'],
  [
    'endless finalizers',
    'const r = new FinalizationRegistry(() => { while (true) {} }); for (let i = 0; ; i++) r.register({}, i)',
  ],
]

const hungry = [
  ['a native join', '(new Array(2 ** 28)).join("ab")'],
  ['a native fill', 'new Array(2 ** 27).fill(1).map(String).join()'],
  ['a list that grows', 'const a = []; while (true) a.push(new Array(10000).fill(1))'],
  ['texts that pile up', 'const a = []; while (true) a.push("x".repeat(1 << 20) + a.length)'],
  ['buffers', 'const b = []; while (true) b.push(new ArrayBuffer(1 << 20))'],
  ['a map that grows', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, "x".repeat(100) + i)'],
]

const bombs = [
  'const a = []; for (;;) a.push(new ArrayBuffer(1 << 20))',
  'const a = []; for (;;) a.push({})',
  'var a = []; for (;;) a.push("x" + a.length)',
  'let a = null; for (;;) a = { a }',
  'const f = a => f([a]); let a = {}; for (;;) a = [a, a, {}]',
]

/** Which scripts are tested, by their names, and how many bombs; all if absent. */
export interface ChosenScripts {
  readonly endless?: readonly string[]
  readonly hungry?: readonly string[]
  readonly bombs?: number
}

/** Defines tests of scripts that take all time or memory. */
export function testEndlessScripts(chosen: ChosenScripts = {}): void {
  const endlessOnes = endless.filter(([name = '']) => chosen.endless?.includes(name) ?? true)
  const hungryOnes = hungry.filter(([name = '']) => chosen.hungry?.includes(name) ?? true)

  describe('an endless script is stopped, its results and writes are dropped, and the next one runs (SB3)', () => {
    test.each(endlessOnes)('%s', async (_name, script) => {
      expect((await stopped(script)).error).toBe('Script timeout: stopped after 0.1 seconds')
    })

    test.each(hungryOnes)('%s that takes all time or memory', async (_name, script) => {
      expect((await stopped(script)).error).toMatch(/^Script timeout|too much memory/)
    })

    test.each([
      ['a test', 'test("never", () => new Promise(() => {}))'],
      ['an await', 'await new Promise(() => {})'],
    ])('%s that never ends is reported at once, instead of the results', async (_name, script) => {
      const { error } = await stopped(script, { budget: defaultScriptBudget })
      expect(error).toBe('Script timeout: a test or promise never finished')
    })

    test('before the send nothing is sent', async () => {
      const { sent, outcome } = await sendWithScripts({
        budget,
        pre: 'tool.environment.set("kept", "1"); for (;;) {}',
      })
      expect(sent).toBeNull()
      expect(outcome).toMatchObject({
        ok: false,
        failure: { failure: { kind: 'script', code: 'SCRIPT_TIMEOUT' } },
      })
    })

    test.each(bombs.slice(0, chosen.bombs))(
      'running out of memory before the send has a code of its own: %s',
      async pre => {
        const { outcome, sent } = await sendWithScripts({ pre })
        expect(outcome).toMatchObject({ ok: false, failure: { failure: { code: 'SCRIPT_OUT_OF_MEMORY' } } })
        expect(sent).toBeNull()
      },
    )
  })
}
