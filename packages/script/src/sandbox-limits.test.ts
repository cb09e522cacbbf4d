import { noRequestDefaults, noScripts } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { defaultScriptBudget } from './sandbox/script-clock.ts'
import { testEndlessScripts } from './sandbox-limits.testkit.ts'
import { sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'

const network = { 'http://auth.test/': { body: '{}' } }

test('a script has 5 seconds of its own and 30 while it waits for a request (behaviour 8)', () => {
  expect(defaultScriptBudget).toEqual({ ownMs: 5_000, requestMs: 30_000 })
})

// One of each kind: loops of the language, of natives, of promises, timers, conversions and finalizers.
testEndlessScripts({
  endless: [
    'a loop that catches all',
    'a catastrophic pattern',
    'endless microtasks',
    'a loop in toJSON of a value',
    'a native search over a huge list',
    'an interval that is never cleared',
    'a timer far away',
    'endless finalizers',
  ],
  hungry: ['a native join', 'a list that grows'],
  bombs: 2,
})

describe('recursion ends in an error that the script can catch', () => {
  test.each([
    ['of functions', '(function f() { f() })()'],
    ['in JSON', 'JSON.parse("[".repeat(100000) + "]".repeat(100000))'],
    ['in eval', '(function f() { eval("f()") })()'],
    ['in a getter', '({ get a() { return this.a } }).a'],
    ['in a Proxy', 'const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.a'],
    ['in toString', 'const a = { toString() { return String(this) } }; String(a)'],
    ['in a nested list', 'let a = []; for (let i = 0; i < 200000; i++) a = [a]; a.toString()'],
    ['in a nested pattern', 'new RegExp("(".repeat(100000) + ")".repeat(100000))'],
  ])('%s', async (_name, script) => {
    const { session, error } = await sendWithScripts({
      pre: `try { ${script} } catch (e) { tool.environment.set("caught", e instanceof Error) }`,
    })
    expect(error).toBeNull()
    expect(sessionTexts(session).caught).toBe('true')
  })
})

describe('clocks', () => {
  test('waiting for a slow server does not count as time of the script', async () => {
    const onCall = () => new Promise<void>(done => setTimeout(done, 300))
    const { error, calls } = await sendWithScripts({
      budget: { ownMs: 1_000, requestMs: 60_000 },
      network,
      onCall,
      pre: 'for (let i = 0; i < 4; i++) await bru.sendRequest({ url: "http://auth.test/" })',
    })
    expect(error).toBeNull()
    expect(calls).toHaveLength(4)
  })

  test('a server that never answers ends the script, and its request', async () => {
    let isAborted = false
    const onCall = (_message: unknown, signal: AbortSignal) =>
      new Promise<void>(done =>
        signal.addEventListener('abort', () => {
          isAborted = true
          done()
        }),
      )
    const { error } = await sendWithScripts({
      budget: { ownMs: 100, requestMs: 100 },
      network,
      onCall,
      pre: 'await bru.sendRequest({ url: "http://auth.test/" })',
    })
    expect(error).toContain('Script timeout')
    expect(isAborted).toBe(true)
  })

  test('a loop after a request counts as time of the script', async () => {
    const { error } = await sendWithScripts({
      budget: { ownMs: 100, requestMs: 60_000 },
      network,
      pre: 'pm.sendRequest("http://auth.test/", () => {}); for (;;) {}',
    })
    expect(error).toContain('Script timeout')
  })
})

describe('Cancel', () => {
  test.each([
    ['a loop', 'for (;;) {}'],
    ['a native loop', '(new Array(2 ** 28)).join("ab")'],
    ['a wait', 'await bru.sleep(3000)'],
  ])('stops %s, keeps no writes and is no error', async (_name, script) => {
    const cancel = new AbortController()
    const begun = Promise.withResolvers<void>()
    const running = sendWithScripts({
      network,
      onCall: () => begun.resolve(),
      pre: `tool.environment.set("a", "1"); pm.sendRequest("http://auth.test/", () => {}); ${script}`,
      signal: cancel.signal,
    })
    await begun.promise
    cancel.abort()
    const { outcome, session, sent } = await running
    expect(outcome).toMatchObject({ ok: false, failure: { failure: { kind: 'cancelled' } } })
    expect(sessionTexts(session)).toEqual({})
    expect(sent).toBeNull()
  })

  test('stops the pending request of a script', async () => {
    const cancel = new AbortController()
    let isAborted = false
    const { outcome } = await sendWithScripts({
      network,
      signal: cancel.signal,
      pre: 'await bru.sendRequest({ url: "http://auth.test/" })',
      onCall: (_message, signal) =>
        new Promise<void>(done => {
          signal.addEventListener('abort', () => {
            isAborted = true
            done()
          })
          cancel.abort()
        }),
    })
    expect(outcome).toMatchObject({ ok: false, failure: { failure: { kind: 'cancelled' } } })
    expect(isAborted).toBe(true)
  })

  test('during a post-response script keeps the response', async () => {
    const cancel = new AbortController()
    const begun = Promise.withResolvers<void>()
    const running = sendWithScripts({
      answer: { body: '1' },
      onRead: () => begun.resolve(),
      post: 'tool.response.text(); for (;;) {}',
      signal: cancel.signal,
    })
    await begun.promise
    cancel.abort()
    const { outcome, results, error } = await running
    expect(outcome.ok).toBe(true)
    expect(results).toEqual([])
    expect(error).toBeNull()
  })
})

describe('the output of a script is limited', () => {
  test.each([
    ['a value of 1 MB', 'tool.environment.set("a", "x".repeat(1024 * 1024 + 1))', 'at most 1 MB'],
    [
      '8 MB of values',
      'for (let i = 0; i < 9; i++) tool.environment.set("a", "x".repeat(1024 * 1024))',
      'at most 8 MB',
    ],
    ['5,000 writes', 'for (let i = 0; i < 5001; i++) tool.environment.set("a", "x")', 'at most 5000 times'],
    ['10,000 tests', 'for (let i = 0; i < 10001; i++) test("t", () => {})', 'at most 10000 tests'],
    ['a huge call', 'tool.environment.set("a", "x".repeat(7 * 1024 * 1024))', 'at most 6 MB'],
    ['replaceIn of more than 1 MB', 'pm.variables.replaceIn("x".repeat(1024 * 1024 + 1))', 'at most 1 MB'],
    ['1,000 timers', 'for (let i = 0; i < 1001; i++) setTimeout(() => {}, 0)', 'at most 1000 timers'],
  ])('%s', async (_name, script, message) => {
    const { error, sent } = await sendWithScripts({ pre: script })
    expect(error).toContain(message)
    expect(sent).toBeNull()
  })

  test('names and reasons of tests are shortened', async () => {
    const { results } = await sendWithScripts({
      post: 'tool.test("n".repeat(5000), () => { throw new Error("r".repeat(50000)) })',
    })
    expect(results[0]?.name).toHaveLength(500)
    expect(results[0]?.reason).toHaveLength(2000)
  })

  test('too much console output has no effect on the script', async () => {
    const { results, console } = await sendWithScripts({
      post: 'for (let i = 0; i < 20000; i++) console.log("x".repeat(100)); tool.test("t", () => {})',
    })
    expect(results).toEqual([{ name: 't', passed: true }])
    expect(console.length).toBe(1000)
  })
})

describe('limits of requests and of edits (behaviour 8) (SB12)', () => {
  const setHeaders = (count: number) => `for (let i = 0; i < ${count}; i++) req.setHeader("X-" + i, "1")`

  test.each([
    [
      'a 6th request',
      'for (let i = 0; i < 6; i++) pm.sendRequest("http://auth.test/", () => {})',
      'A script can make at most 5 requests',
    ],
    [
      'a 6th request, of both namespaces',
      'for (let i = 0; i < 3; i++) { pm.sendRequest("http://auth.test/", () => {}); await bru.sendRequest({ url: "http://auth.test/" }) }',
      'at most 5 requests',
    ],
    ['101 headers', setHeaders(101), 'at most 100 headers'],
    ['a value of 16 KB and a byte', 'req.setHeader("X-A", "a".repeat(16 * 1024 + 1))', 'longer than 16 KB'],
    [
      'a value of 16 KB and more as UTF-8',
      'req.setHeader("X-A", "é".repeat(8 * 1024 + 1))',
      'longer than 16 KB',
    ],
    ['a body of 5 MB and a byte', 'req.setBody("a".repeat(5 * 1024 * 1024 + 1))', 'at most 5 MB'],
    [
      'a body of 5 MB and a byte as UTF-8',
      'req.setBody("é" + "a".repeat(5 * 1024 * 1024 - 1))',
      'at most 5 MB',
    ],
    ['a line break', 'req.setHeader("X-A", "a\\r\\nX-B: 1")', 'line breaks'],
    ['a line feed', 'req.setHeader("X-A", "a\\nb")', 'line breaks'],
    ['Host', 'req.setHeader("host", "evil.test")', 'The header host cannot be changed'],
    [
      'Content-Length',
      'req.setHeaders({ "Content-Length": "1" })',
      'The header Content-Length cannot be changed',
    ],
    [
      'Transfer-Encoding',
      'req.setHeader("Transfer-Encoding", "chunked")',
      'Transfer-Encoding cannot be changed',
    ],
    ['Connection', 'req.deleteHeader("Connection")', 'Connection cannot be changed'],
    ['a name that is none', 'req.setHeader("a b", "1")', 'cannot be the name of a header'],
    ['a method that is none', 'req.setMethod("GE T")', 'is not a method'],
    ['req.setUrl', 'req.setUrl("http://evil.test/")', 'req.setUrl is not supported'],
  ])('%s stops the script, and nothing is sent', async (_name, script, message) => {
    const { error, sent } = await sendWithScripts({ network, pre: script })
    expect(error).toContain(message)
    expect(sent).toBeNull()
  })

  test('the 6th request is not sent even if the script catches the error (SB9)', async () => {
    const { calls, error } = await sendWithScripts({
      network,
      pre: 'for (let i = 0; i < 9; i++) try { pm.sendRequest("http://auth.test/", () => {}) } catch {}',
    })
    expect(error).toBeNull()
    expect(calls).toHaveLength(5)
  })

  test.each([
    ['100 headers', setHeaders(100)],
    ['a value of 16 KB', 'req.setHeader("X-A", "a".repeat(16 * 1024))'],
    ['5 requests', 'for (let i = 0; i < 5; i++) await bru.sendRequest({ url: "http://auth.test/" })'],
  ])('%s pass', async (_name, script) => {
    const { error, sent } = await sendWithScripts({ network, pre: script })
    expect(error).toBeNull()
    expect(sent).not.toBeNull()
  })

  test('the limit of 100 headers applies to all scripts of a send together', async () => {
    const ancestor = { kind: 'folder', name: 'F', tags: [], items: [] } as const
    const defaults = { ...noRequestDefaults, scripts: { ...noScripts, preRequest: setHeaders(60) } }
    const { error } = await sendWithScripts({
      context: { ancestors: [{ ...ancestor, defaults }] },
      pre: 'for (let i = 0; i < 41; i++) req.setHeader("Y-" + i, "1")',
    })
    expect(error).toContain('at most 100 headers')
  })
})
