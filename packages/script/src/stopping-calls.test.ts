import { describe, expect, test } from 'vitest'
import { sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'

const network = { 'http://auth.test/': { body: '{}' } }
const secrets = { client_secret: { value: 's3cr/t-canary', allowed: false } }
const withheld = 'Secret variable "client_secret" is withheld from scripts'

const forbidden = [
  'Host',
  'content-length',
  'Transfer-Encoding',
  'Connection',
  'Upgrade',
  'Keep-Alive',
  'Proxy-Connection',
  'Proxy-Authorization',
  'TE',
  'Trailer',
  'Expect',
  'HTTP2-Settings',
]

const headerCalls = forbidden.flatMap((name): readonly (readonly [string, string])[] => {
  const fault = `The header ${name} cannot be changed by a script`
  return [
    [`req.setHeader("${name}", "x")`, fault],
    [`req.setHeaders({ "${name}": "x" })`, fault],
    [`req.deleteHeader("${name}")`, fault],
    [`req.deleteHeaders(["${name}"])`, fault],
    [`pm.sendRequest({ url: "http://auth.test/", header: { "${name}": "x" } }, () => {})`, fault],
    [`bru.sendRequest({ url: "http://auth.test/", headers: { "${name}": "x" } })`, fault],
  ]
})

/** The calls that stop a script permanently (behaviour 4.8, 5.3; attacks HT14). */
const stoppingCalls: readonly (readonly [string, string])[] = [
  ['req.setUrl("http://evil.test/")', 'req.setUrl is not supported'],
  ['tool.environment.get("client_secret")', withheld],
  ['tool.variables.set("client_secret", "x")', withheld],
  ['bru.deleteVar("client_secret")', withheld],
  ['pm.variables.replaceIn("{{client_secret}}")', withheld],
  ['bru.interpolate("{{client_secret}}")', withheld],
  ['pw.env.resolve("<<client_secret>>")', withheld],
  ['pm.sendRequest("http://auth.test/?{{client_secret}}", () => {})', withheld],
  ...headerCalls,
]

/** Ways in which a script may try to continue. */
const catches: readonly (readonly [string, (call: string) => string])[] = [
  ['catch', call => `try { ${call} } catch {}`],
  ['finally', call => `try { try { ${call} } finally { tool.environment.set("after", 1) } } catch {}`],
  ['promise', call => `await Promise.resolve().then(() => { ${call} }).catch(() => {})`],
  ['test', call => `tool.test("t", () => { ${call} })`],
  ['timer', call => `await new Promise(done => setTimeout(() => { try { ${call} } catch {} done() }))`],
  ['broken errors', call => `globalThis.Error = function () { throw 1 }; try { ${call} } catch {}`],
]

const continuation = `tool.environment.set("after", 1); req.setHeader("X-After", "1");
  pm.sendRequest("http://auth.test/", () => {}); tool.test("after", () => {})`

describe.each(stoppingCalls)('%s', (call, fault) => {
  test.each(catches)('stops a script that tries to continue by %s (SB5)', async (_, wrap) => {
    const { error, session, sent, calls, results } = await sendWithScripts({
      secrets,
      network,
      pre: `tool.environment.set("before", 1); ${wrap(call)}; ${continuation}`,
    })
    expect(error?.startsWith(fault), error ?? 'no error').toBe(true)
    expect(sessionTexts(session)).toEqual({ before: '1' })
    expect(sent).toBeNull()
    expect(calls).toEqual([])
    expect(results.map(one => one.name)).not.toContain('after')
  })
})

test('reports its position', async () => {
  const { outcome } = await sendWithScripts({ secrets, pre: '\n  try { req.setUrl("x") } catch {}' })
  expect(outcome).toMatchObject({
    failure: { failure: { code: 'SCRIPT_ERROR', scriptError: { line: 2, column: expect.any(Number) } } },
  })
})

test('stops a post-response script as well, and keeps earlier results', async () => {
  const { error, session, results } = await sendWithScripts({
    secrets,
    post: `tool.test("before", () => {}); tool.environment.set("before", 1);
      try { tool.environment.get("client_secret") } catch {} ${'tool.environment.set("after", 1)'}`,
  })
  expect(error).toBe(withheld)
  expect(sessionTexts(session)).toEqual({ before: '1' })
  expect(results).toEqual([{ name: 'before', passed: true }])
})

test('the error of a sixth request may be caught', async () => {
  const { error, calls, session } = await sendWithScripts({
    network,
    pre: `for (let at = 0; at < 6; at += 1)
      try { pm.sendRequest("http://auth.test/", () => {}) } catch (e) { tool.environment.set("caught", e.message) }`,
  })
  expect(error).toBeNull()
  expect(calls).toHaveLength(5)
  expect(sessionTexts(session).caught).toBe('A script can make at most 5 requests')
})
