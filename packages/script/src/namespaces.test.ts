import { type HttpBody, row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { type ScriptedSend, sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'

/** Every member of behaviour 4.4 to 4.10. Each script contains its own checks, all of which must run and pass. */
const answer: NonNullable<ScriptedSend['answer']> = {
  status: 201,
  statusText: 'Created',
  time: 42,
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Trace', 't-1'],
    ['X-List', 'a'],
    ['x-list', 'b'],
    ['Set-Cookie', 'a=1; Path=/'],
    ['Set-Cookie', 'b=2'],
  ],
  body: '{"id":7,"items":[{"id":"i1","price":9.5,"tags":["x","y"]},{"id":"i2","price":20,"tags":["z"]}],"nested":{"deep":{"id":1}},"none":null}',
}
const request: NonNullable<ScriptedSend['request']> = {
  name: 'List books',
  method: 'post',
  url: 'http://{{host}}/books/:id?limit={{n}}',
  pathParams: [{ name: 'id', value: '{{n}}', enabled: true }],
  headers: [{ name: 'X-A', value: '{{n}}', enabled: true }],
  body: { type: 'raw', language: 'json', text: '{"a":"{{n}}"}' },
}
const variables: NonNullable<ScriptedSend['variables']> = {
  collection: { from: 'collection', n: '2' },
  environment: { from: 'environment', n: '9', host: 'h.test' },
  workspace: { from: 'workspace', w: 'ws' },
  global: { from: 'global', g: 'gl', loop: '{{loop}}', chain: '{{n}}-{{w}}' },
  iteration: { row: 'r1' },
}
const network: NonNullable<ScriptedSend['network']> = {
  'http://auth.test/token': {
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Two', '1'],
    ],
    body: '{"access_token":"T1"}',
    time: 12,
  },
  'http://auth.test/missing': { status: 404, statusText: 'Not Found', body: '{"error":"none"}' },
}

async function passes(send: ScriptedSend) {
  const run = await sendWithScripts({ answer, request, variables, network, ...send })
  expect(run.error).toBeNull()
  expect(run.results.filter(one => !one.passed)).toEqual([])
  expect(run.results.length).toBeGreaterThan(0)
  return run
}

const after = (checks: string) => passes({ post: `test("all", async () => { ${checks} })` })
const before = (checks: string) => passes({ pre: `test("all", async () => { ${checks} })` })
const is = (actual: string, wanted: string) => `expect(${actual}).to.eql(${wanted});`
const fails = (call: string, message = '') =>
  `expect(() => { ${call} }).to.throw(${JSON.stringify(message)});`

describe('assertions (behaviour 4.4)', () => {
  test.each([
    [
      'equality',
      'expect(1).to.equal(1); expect(1).equals(1); expect({ a: 1 }).to.eql({ a: 1 }); expect([{}]).to.deep.equal([{}])',
    ],
    [
      'types',
      'expect("").to.be.a("string"); expect([]).to.be.an("array"); expect({}).to.be.a("object"); expect(null).to.be.a("null")',
    ],
    [
      'numbers',
      'expect(2).to.be.above(1); expect(2).to.be.below(3); expect(2).to.be.least(2); expect(2).to.be.at.most(2)',
    ],
    [
      'content',
      'expect("abc").to.include("b"); expect([1]).to.include(1); expect("a1").to.match(/\\d/); expect(1).to.be.oneOf([1, 2]); expect("ab").to.have.lengthOf(2); expect({ a: 1 }).to.have.property("a"); expect({ a: 1, b: 2 }).to.have.keys("a", "b"); expect([1, 2]).to.have.members([2, 1])',
    ],
    [
      'states',
      'expect(1).to.exist; expect(1).to.be.ok; expect(true).to.be.true; expect(false).to.be.false; expect(null).to.be.null; expect(undefined).to.be.undefined; expect([]).to.be.empty',
    ],
    [
      'states as calls',
      'expect(1).to.exist(); expect(1).to.be.ok(); expect(true).to.be.true(); expect(false).to.be.false(); expect(null).to.be.null(); expect(undefined).to.be.undefined(); expect([]).to.be.empty()',
    ],
    ['chain words', 'expect("xyz").to.be.a("string").that.has.lengthOf(3).and.which.includes("y")'],
    [
      'not',
      'expect(null).to.not.exist; expect(0).to.not.be.ok; expect(1).to.not.equal(2); expect([1]).not.to.include(2)',
    ],
    [
      'what chai has beyond the list',
      'expect(() => { throw new TypeError("x") }).to.throw(TypeError, "x"); expect({ a: { b: 1 } }).to.have.nested.property("a.b", 1); expect([1, 2]).to.have.ordered.members([1, 2]); expect(1.5).to.be.closeTo(1.4, 0.2); expect.fail === undefined && boom',
    ],
  ])('%s', async (_name, checks) => {
    for (const namespace of ['tool.', 'pm.', ''])
      await after(checks.replaceAll('expect(', `${namespace}expect(`))
  })

  test.each([
    'expect(0).to.be.ok',
    'expect(0).to.be.ok()',
    'expect(1).to.be.true()',
    'expect(1).to.not.exist()',
    'expect(1).to.equal(2)',
    'expect([1]).to.be.empty',
    'expect(1).to.be.a("string")',
    'expect("a").to.match(/b/)',
  ])('%s fails', async check => {
    await after(fails(check))
  })

  test('a reason shows the differing members, and shortens a large value', async () => {
    const { results } = await sendWithScripts({
      post: `tool.test("small", () => tool.expect({ id: 1204, title: "The Left Hand of Darkness", price: 9.5, stock: 3 }).to.eql({ id: 1 }));
        tool.test("large", () => tool.expect("x".repeat(5000)).to.equal("y"))`,
    })
    const [small, large] = results.map(one => one.reason ?? '')
    expect(small).toBe(
      "expected { id: 1204, title: 'The Left Hand of Darkness', price: 9.5, stock: 3 } to deeply equal { id: 1 }",
    )
    expect(large?.length).toBeLessThan(500)
  })

  test('shortcuts of the response', async () => {
    for (const namespace of ['tool', 'pm']) {
      const to = `${namespace}.response.to`
      await after(`${to}.be.ok(); ${to}.be.ok; ${to}.have.status(201); ${to}.have.status("Created"); ${to}.have.header("x-trace");
        ${to}.have.header("X-Trace", "t-1"); ${to}.not.have.status(500); ${to}.not.have.header("X-None"); ${to}.be.success; ${to}.be.json;
        ${to}.be.withBody; ${to}.have.jsonBody(); ${to}.have.jsonBody("items[0].id", "i1"); ${to}.have.body(); ${to}.not.be.clientError;
        ${namespace}.expect(${namespace}.response).to.have.status(201);
        ${fails(`${to}.be.notFound`)} ${fails(`${to}.have.status(200)`, '201')} ${fails(`${to}.not.be.ok`)} ${fails(`${to}.have.jsonBody("gone")`)}
        ${to}.have.jsonSchema({}); ${fails(`${to}.not.have.jsonSchema({})`)} ${fails(`${to}.have.header("X-None")`)}`)
    }
  })
})

describe('variables (behaviour 4.5)', () => {
  test.each([
    'tool.environment',
    'pm.environment',
    'pm.globals',
    'pm.collectionVariables',
    'insomnia.environment',
    'insomnia.baseEnvironment',
  ])('%s', async environment => {
    const { session } = await before(`
        ${is(`${environment}.get("missing")`, 'null')} ${is(`${environment}.has("missing")`, 'false')}
        ${is(`${environment}.get("from")`, '"environment"')} ${is(`${environment}.has("g")`, 'true')}
        ${environment}.set("from", "session"); ${is(`${environment}.get("from")`, '"session"')}
        ${environment}.set("number", 5); ${is(`${environment}.get("number")`, '"5"')}
        ${environment}.set("object", { a: [1] }); ${is(`${environment}.get("object")`, `'{"a":[1]}'`)}
        ${environment}.set("nothing", null); ${is(`${environment}.get("nothing")`, '"null"')}
        ${environment}.set("gone", "1"); ${environment}.unset("gone"); ${is(`${environment}.has("gone")`, 'false')}
        ${environment}.unset("from"); ${is(`${environment}.get("from")`, '"environment"')} ${environment}.set("from", "session");
        ${is(`${environment}.get("row")`, 'null')}`)
    expect(sessionTexts(session)).toEqual({
      from: 'session',
      number: '5',
      object: '{"a":[1]}',
      nothing: 'null',
    })
  })

  test('the next request sees a session value, which overrides those of every file', async () => {
    const { session } = await before('tool.environment.set("n", "42")')
    const { sent } = await sendWithScripts({ session, variables, request: { url: 'http://h/{{n}}' } })
    expect(sent?.url).toBe('http://h/42')
    session.clear()
    expect(sessionTexts(session)).toEqual({})
  })

  test('a variable of this send overrides all others, reaches the post-response script and ends with the send', async () => {
    const { session, sent } = await passes({
      pre: 'tool.environment.set("n", "session"); tool.variables.set("n", "send")',
      post: `tool.test("all", () => { ${is('pm.variables.get("n")', '"send"')} ${is('pm.environment.get("n")', '"session"')}
        ${is('tool.variables.has("from")', 'true')} tool.variables.unset("n"); ${is('tool.variables.get("n")', '"session"')}
        ${is('tool.variables.get("row")', '"r1"')} ${is('tool.variables.get("gone")', 'null')} })`,
    })
    expect(sent?.url).toBe('http://h.test/books/send?limit=send')
    expect(sessionTexts(session)).toEqual({ n: 'session' })
  })

  test('replaceIn', async () => {
    await before(`${is('pm.variables.replaceIn("{{host}}/{{chain}}/{{gone}}")', '"h.test/9-ws/{{gone}}"')}
      expect(pm.variables.replaceIn("{{$guid}}")).to.match(/^[0-9a-f-]{36}$/); expect(pm.variables.replaceIn("{{$timestamp}}")).to.match(/^\\d{10}$/);
      expect(tool.variables.replaceIn("{{$isoTimestamp}}")).to.match(/Z$/); expect(Number(pm.variables.replaceIn("{{$randomInt}}"))).to.be.within(0, 1000);
      ${fails('pm.variables.replaceIn("{{loop}}")', 'loop → loop refers to itself')}`)
  })

  test('a script that throws keeps its earlier writes', async () => {
    const { session, sent } = await sendWithScripts({
      pre: 'tool.environment.set("a", "1"); throw new Error("x"); ',
    })
    expect(sessionTexts(session)).toEqual({ a: '1' })
    expect(sent).toBeNull()
  })
})

describe('request and response (behaviour 4.6)', () => {
  test('before the send', async () => {
    await before(`${is('tool.request.url', '"http://h.test/books/9?limit=9"')} ${is('tool.request.method', '"POST"')}
      ${is('tool.request.headers.get("X-A")', 'null')} ${is('tool.request.headers.toObject()', '{}')} ${is('[tool.response, pm.response, res, pw.response]', '[null, null, null, null]')}
      ${is('pm.request.url.toString()', '"http://h.test/books/9?limit=9"')} ${is('pm.request.body.raw', `'{"a":"{{n}}"}'`)}`)
  })

  test('after it', async () => {
    await after(`${is('tool.request.url', '"http://h.test/books/9?limit=9"')} ${is('tool.request.method', '"POST"')} ${is('tool.request.headers.get("x-a")', '"9"')}
      ${is('tool.request.headers.toObject()["User-Agent"]', '"Parley/1.0"')}
      ${is('[tool.response.code, tool.response.status, pm.response.code, pm.response.status, insomnia.response.status]', '[201, 201, 201, "Created", "Created"]')}
      ${is('tool.response.responseTime', '42')} ${is('tool.response.json().items[1].id', '"i2"')} ${is('typeof tool.response.text()', '"string"')}
      ${is('tool.response.headers.get("X-LIST")', '"a, b"')} ${is('tool.response.headers.toObject()["X-Trace"]', '"t-1"')} ${is('tool.response.headers.get("no")', 'null')} ${is('tool.response.headers.has("x-trace")', 'true')}`)
  })

  test('a body that no script reads is not fetched', async () => {
    const unread = await sendWithScripts({
      answer,
      post: 'tool.test("t", () => tool.response.to.have.status(201))',
    })
    expect(unread.bodyReads).toBe(0)
    const read = await sendWithScripts({ answer, post: 'tool.response.text(); pm.response.json(); res.body' })
    expect(read.bodyReads).toBe(1)
  })

  test('a body is decoded with its own charset, without its byte order mark', async () => {
    const latin = await passes({
      answer: { body: Uint8Array.from([0xe9]), charset: 'iso-8859-1' },
      post: 'tool.test("t", () => tool.expect(tool.response.text()).to.equal("é"))',
    })
    expect(latin.results).toHaveLength(1)
    await passes({
      answer: { body: '\uFEFF{"a":"ü😀\\u0000"}' },
      post: 'tool.test("t", () => tool.expect(tool.response.json().a).to.equal("ü😀\\u0000"))',
    })
  })
})

describe('pm (behaviour 4.7)', () => {
  test('info, cookies, iteration data and members without effect', async () => {
    const { sent } =
      await before(`${is('[pm.info.requestName, pm.info.requestId, pm.info.eventName]', '["List books", "request-1", "prerequest"]')}
      ${is('[pm.iterationData.get("row"), pm.iterationData.get("no")]', '["r1", null]')} ${is('[typeof pm.cookies, pm.cookies.get("a"), pm.cookies.has("a")]', '["object", undefined, false]')}
      pm.setNextRequest("x"); pm.execution.setNextRequest(null); pm.cookies.jar().clear(); postman.setNextRequest("x")`)
    expect(sent).not.toBeNull()
  })

  test.each<[string, HttpBody, unknown]>([
    ['text', { type: 'raw', language: 'text', text: 'a' }, { mode: 'raw', raw: 'a' }],
    ['JSON', { type: 'raw', language: 'json', text: '{"a":1.10}' }, { mode: 'raw', raw: '{"a":1.10}' }],
    [
      'a form',
      { type: 'urlEncoded', fields: [row('a', '1'), row('a', '2')] },
      {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      },
    ],
    ['multipart', { type: 'multipart', parts: [] }, { mode: 'formdata' }],
    ['a file', { type: 'file', files: [] }, { mode: 'file' }],
    [
      'GraphQL',
      { type: 'graphql', query: '{ a }', variables: '{"n": 1}' },
      { mode: 'graphql', graphql: { query: '{ a }', variables: '{"n": 1}' } },
    ],
  ])('pm.request.body and JSON.stringify(pm.request) with %s', async (_name, body, wanted) => {
    const { session, error } = await sendWithScripts({
      pre: 'pm.environment.set("body", pm.request.body); pm.environment.set("whole", JSON.stringify(pm.request)); throw new Error("end")',
      request: { method: 'POST', url: 'http://a.test/x', name: 'One', body },
    })
    expect(error).toBe('end')
    const { body: ofBody = '', whole = '' } = sessionTexts(session)
    expect(JSON.parse(ofBody)).toEqual(wanted)
    expect(JSON.parse(whole)).toMatchObject({
      name: 'One',
      method: 'POST',
      url: 'http://a.test/x',
      header: [],
      body: wanted,
    })
  })

  test.each(['undefined', 'null'])('req.setHeader refuses %s as a value', async value => {
    const { error, sent } = await sendWithScripts({ pre: `req.setHeader("X-A", ${value})` })
    expect(error).toContain(`TypeError: req.setHeader needs a value for X-A, but it is ${value}`)
    expect(sent).toBeNull()
  })

  test.each([
    'req.deleteHeader("User-Agent")',
    'pm.request.headers.remove("user-agent")',
    'pm.request.removeHeader("User-Agent")',
    'pm.request.headers.clear()',
    'pm.request.headers.repopulate([{ key: "X-A", value: "1" }])',
  ])('%s leaves the User-Agent of the product', async pre => {
    const { sent, error } = await sendWithScripts({ pre })
    expect(error).toBeNull()
    expect(sent?.headers.filter(({ name }) => /^user-agent$/i.test(name)).map(({ value }) => value)).toEqual([
      'Parley/1.0',
    ])
  })

  test('a promise is not awaited, but fails the test if it is rejected in time; skip lists nothing', async () => {
    const { results } = await sendWithScripts({
      post: `pm.test("async", async () => { await bru.sleep(1); throw new Error("late") }); tool.test("done", done => { setTimeout(done, 1) });
        pm.test("assertion", async () => { pm.expect(1).to.equal(2) }); pm.test("fulfilled", async () => { await null });
        pm.test("done with an error", done => { setTimeout(() => done(new Error("wrong")), 1) }); pm.test("done with null", done => done(null));
        pm.test("done, then thrown", done => { done("first"); throw new Error("second") });
        pm.test("never", () => new Promise(() => {})); insomnia.test("rejected", () => Promise.reject("text"));
        pm.test.skip("skipped", () => { throw 1 }); tool.test("no function")
        await bru.sleep(20)`,
    })
    expect(results).toEqual([
      { name: 'async', passed: false, reason: 'late' },
      { name: 'done', passed: true },
      { name: 'assertion', passed: false, reason: 'expected 1 to equal 2' },
      { name: 'fulfilled', passed: true },
      { name: 'done with an error', passed: false, reason: 'wrong' },
      { name: 'done with null', passed: true },
      { name: 'done, then thrown', passed: false, reason: 'first' },
      { name: 'never', passed: true },
      { name: 'rejected', passed: false, reason: 'text' },
      {
        name: 'no function',
        passed: false,
        reason: "TypeError: A test needs a function. Write it as test('name', () => { … }). (line 6)",
      },
    ])
  })

  // A timer of 3 s would end the script with a timeout or a failed test if it were waited for.
  test.each<[string, string, boolean]>([
    ['at once', 'async () => { await bru.sleep(3000); throw new Error("late") }', true],
    [
      'after other promises',
      'async () => { await null; await later(2); await bru.sleep(3000); throw 1 }',
      true,
    ],
    [
      'by a function of its own',
      'async () => { await (async () => { await null; await bru.sleep(3000) })(); throw 1 }',
      true,
    ],
    [
      'by a timer',
      'async () => { await bru.sleep(0); await bru.sleep(3000); throw new Error("late") }',
      true,
    ],
    ['setTimeout', '() => new Promise((_, no) => setTimeout(() => no(new Error("late")), 3000))', true],
    ['setInterval', '() => new Promise(() => setInterval(() => {}, 3000))', true],
    ['with done', 'done => { setTimeout(() => done(new Error("late")), 3000) }', true],
    ['no promise', '() => { setTimeout(() => {}, 3000) }', false],
  ])('a timer started in pm.test does not keep the script running: %s', async (_name, run, isNoted) => {
    for (const name of ['pm', 'tool', 'insomnia']) {
      const later = 'const later = async n => { if (n > 0) { await null; await later(n - 1) } };'
      const { results, outcome } = await sendWithScripts({ post: `${later} ${name}.test("p", ${run})` })
      expect(results).toEqual([{ name: 'p', passed: true }])
      expect(JSON.stringify(outcome).includes('was not waited for')).toBe(isNoted)
    }
  })

  test.each<[string, string, boolean]>([
    ['test()', 'test("p", async () => { await null; await bru.sleep(5); throw new Error("late") })', false],
    ['own code in the background', 'setTimeout(() => pm.test("p", () => {}), 5)', true],
    [
      'own code after a test that is not waited for',
      'pm.test("q", async () => { await bru.sleep(3000) }); await null; setTimeout(() => pm.test("p", () => {}), 5)',
      true,
    ],
    [
      'own code that waits for such a test',
      'let ready; const is = new Promise(done => { ready = done }); pm.test("q", async () => { await bru.sleep(5); ready() }); await is; pm.test("p", () => {})',
      true,
    ],
  ])('timers of %s do', async (_name, post, passed) => {
    const { results } = await sendWithScripts({ post })
    expect(results?.find(({ name }) => name === 'p')).toMatchObject({ name: 'p', passed })
  })

  test.each(['pm.visualizer.set("")', 'pm.vault.get("a")', 'pm.require("x")', 'require("./a")'])(
    '%s says that it is not supported, and where',
    async call => {
      const { outcome, error } = await sendWithScripts({ pre: `\n  ${call}` })
      expect(error).toContain(`${call.split('(')[0]} is not supported`)
      expect(outcome).toMatchObject({
        failure: { failure: { scriptError: { owner: 'request', phase: 'preRequest', line: 2 } } },
      })
    },
  )

  test('insomnia is the same under another name', async () => {
    await after(
      'insomnia.response.to.have.status(201); insomnia.expect(insomnia.response.json().id).to.equal(7)',
    )
  })
})

describe('bru, req and res (behaviour 4.8)', () => {
  test('variables keep their type only for bru', async () => {
    const { session } =
      await before(`bru.setVar("n1", 5); bru.setEnvVar("o", { a: 1 }); bru.setVar("s", "5"); bru.setVar("f", false);
      ${is('[bru.getVar("n1"), bru.getEnvVar("o"), bru.getVar("s"), bru.getVar("f")]', '[5, { a: 1 }, "5", false]')}
      ${is('[tool.environment.get("n1"), pw.env.get("o")]', `["5", '{"a":1}']`)} ${is('[bru.getVar("missing"), bru.hasVar("n1"), bru.hasVar("missing")]', '[undefined, true, false]')}
      bru.deleteVar("s"); ${is('bru.hasVar("s")', 'false')} ${is('bru.interpolate("{{n1}}/{{host}}")', '"5/h.test"')}
      ${is('bru.interpolate({ "{{n1}}": ["{{host}}", 1, null, { deep: "{{n1}}" }] })', '{ 5: ["h.test", 1, null, { deep: "5" }] }')}`)
    const next = await sendWithScripts({ session, pre: 'bru.setVar("type", typeof bru.getVar("n1"))' })
    expect(sessionTexts(next.session).type).toBe('number')
  })

  test('req reads', async () => {
    await before(`${is('[req.getUrl(), req.getMethod(), req.url, req.method]', '["http://h.test/books/9?limit=9", "POST", "http://h.test/books/9?limit=9", "POST"]')}
      ${is('req.getBody()', '{ a: "{{n}}" }')} ${is('req.getHeaders()', '{}')} req.setHeader("X-S", "1"); ${is('[req.getHeader("x-s"), req.getHeader("X-A")]', '["1", undefined]')} ${is('req.getHeaders()', '{ "X-S": "1" }')}`)
    await after(is('[req.getHeader("X-A"), req.getUrl()]', '["9", "http://h.test/books/9?limit=9"]'))
  })

  test.each([
    ['multipart', { type: 'multipart', parts: [] }, 'req.getBody is not available for a multipart body'],
    ['a file', { type: 'file', files: [] }, 'req.getBody is not available for a file body'],
  ] as const)('getBody of %s stops the script', async (_name, body, message) => {
    const { error } = await sendWithScripts({ request: { body }, pre: 'req.getBody()' })
    expect(error).toBe(message)
  })

  test.each([
    ['none', { type: 'none' }, undefined],
    ['JSON that is none yet', { type: 'raw', language: 'json', text: '{"a":{{n}}}' }, '{"a":{{n}}}'],
    [
      'GraphQL',
      { type: 'graphql', query: '{a}', variables: '{"b":1}' },
      { query: '{a}', variables: { b: 1 } },
    ],
    [
      'a form',
      { type: 'urlEncoded', fields: [{ name: 'a', value: '{{n}}', enabled: true }] },
      [{ name: 'a', value: '{{n}}', enabled: true }],
    ],
  ] as const)('getBody of %s', async (_name, body, wanted) => {
    await passes({
      request: { body },
      pre: `test("t", () => { ${is('req.getBody()', JSON.stringify(wanted) ?? 'undefined')} })`,
    })
  })

  test('req edits are applied last and sent unchanged', async () => {
    const { sent } = await sendWithScripts({
      request: {
        ...request,
        headers: [
          { name: 'X-A', value: '1', enabled: true },
          { name: 'X-Gone', value: '1', enabled: true },
        ],
      },
      variables,
      pre: 'req.setMethod("put"); req.setHeaders({ "x-a": "{{n}}", "X-N": "2" }); req.deleteHeader("X-Gone"); req.setBody({ b: "{{n}}" })',
    })
    expect(sent?.method).toBe('PUT')
    expect(sent?.body).toBe('{"b":"{{n}}"}')
    const fields = sent?.headers.map(({ name, value }) => `${name}: ${value}`)
    expect(fields).toEqual(
      expect.arrayContaining([
        'x-a: {{n}}',
        'X-N: 2',
        'Content-Length: 13',
        'Content-Type: application/json',
      ]),
    )
    expect(fields?.some(field => field.startsWith('X-Gone'))).toBe(false)
  })

  test('the next script, and post-response scripts, see the edits of a script', async () => {
    const { results } = await sendWithScripts({
      pre: 'req.setMethod("PATCH"); req.setBody("new")',
      post: `test("t", () => { ${is('[req.getMethod(), req.getBody()]', '["PATCH", "new"]')} })`,
    })
    expect(results).toEqual([{ name: 't', passed: true }])
  })

  test('req edits are not for post-response scripts', async () => {
    await after(
      ['req.setHeader("A", "1")', 'req.deleteHeader("A")', 'req.setMethod("PUT")', 'req.setBody("")']
        .map(call => fails(call, 'not available in this context'))
        .join(''),
    )
  })

  test('res', async () => {
    await after(`${is('[res.status, res.statusText, res.getStatus(), res.responseTime]', '[201, "Created", 201, 42]')} ${is('[res.body.id, res.getBody().id]', '[7, 7]')}
      ${is('[res.getHeader("X-Trace"), res.getHeader("no")]', '["t-1", undefined]')} ${is('res.getHeaders()["x-list"]', '"a, b"')} ${is('res.headers["set-cookie"]', '["a=1; Path=/", "b=2"]')}`)
  })

  test.each([
    ['items[1].id', '"i2"'],
    ['items.id', '["i1", "i2"]'],
    ['items.tags', '["x", "y", "z"]'],
    ['items[0].tags[1]', '"y"'],
    ['..id', '[7, "i1", "i2", 1]'],
    ['nested..id', '[1]'],
    ['items[9].id', 'undefined'],
    ['gone.deeper', 'undefined'],
    ['none', 'null'],
    ['["nested"].deep', '{ id: 1 }'],
  ])('res(%j)', async (path, wanted) => {
    await after(is(`res(${JSON.stringify(path)})`, wanted))
  })

  test('res() with filters', async () => {
    await after(`${is('res("items[?].id", i => i.price > 10)', '["i2"]')} ${is('res("items[?].price", { id: "i1" })', '[9.5]')}
      ${is('res("items[?]", i => i.price * 2)', '[19, 40]')} ${is('res("items[?].id[0]", i => i.price > 1)', '"i1"')} ${fails('res("items[?]")', 'needs a filter')}`)
  })

  test('jsonBody accepts a body as well as a response, and follows a path', async () => {
    const body = `const body = { hello: "bruno", list: [{ name: "a" }], matrix: [[1, 2], [3]], "a.b": 1, nested: { "x.y": { z: null } }, "say \\"hi\\"": 2 };`
    const has = (...given: readonly string[]) => `expect(body).to.have.jsonBody(${given.join(', ')});`
    const hasNot = (...given: readonly string[]) => `expect(body).to.not.have.jsonBody(${given.join(', ')});`
    await after(`${body} expect(res.body).to.have.jsonBody(); expect(res.body).to.have.jsonBody("items[0].id", "i1");
      ${has()} ${has('"list[0]"', '{ name: "a" }')} ${has('"list[0].name"', '"a"')} ${has('"matrix[0]"', '[1, 2]')} ${has('"matrix[1][0]"', '3')}
      ${has("'a.b'")} ${has(`'["a.b"]'`, '1')} ${has(`'nested["x.y"].z'`, 'null')} ${has(`'["say \\\\"hi\\\\""]'`, '2')}
      ${hasNot('"list[5]"')} ${hasNot('"gone.deep"')} ${hasNot('"hello"', '"x"')} ${hasNot('{}')} ${hasNot('"__proto__"')} ${hasNot('"matrix.length.x"')}
      ${fails('expect("text").to.have.jsonBody()', 'expected a JSON body')} ${fails(has('"gone"').slice(0, -1), 'to have gone')}`)
  })

  test('test() waits, and keeps its position in the order', async () => {
    const { results } = await sendWithScripts({
      post: 'test("slow", async () => { await bru.sleep(30); throw new Error("late") }); test("fast", () => {}); tool.test("third", () => {}); await test("fourth", async () => {})',
    })
    expect(results.map(({ name, passed }) => [name, passed])).toEqual([
      ['slow', false],
      ['fast', true],
      ['third', true],
      ['fourth', true],
    ])
  })

  test.each([
    'bru.getProcessEnv("HOME")',
    'bru.runRequest("x")',
    'bru.cookies.jar()',
    'req.setUrl("http://x/")',
    'req.setTimeout(1)',
  ])('%s is not supported', async call => {
    const { error } = await sendWithScripts({ pre: call })
    expect(error).toMatch(/^(bru|req)\.\w+ is not supported\. \w/)
  })

  test('further members that its scripts read', async () => {
    await before(`${is('[req.getHost(), req.getPath(), req.getQueryString()]', '["h.test", "/books/9", "limit=9"]')}
      bru.setCollectionVar("c", 1); ${is('[bru.getCollectionVar("c"), bru.hasCollectionVar("c"), bru.getAllVars().c, bru.isSafeMode()]', '[1, true, "1", true]')}
      bru.deleteCollectionVar("c"); ${is('bru.hasVar("c")', 'false')} bru.setGlobalEnvVar("g2", 1); bru.deleteAllVars(); ${is('bru.hasVar("g2")', 'false')}`)
    await after(
      `const { header, body, total } = res.getSize(); ${is('[total, header > 0]', '[header + body, true]')}`,
    )
    await after(
      is('[res.url, res.getUrl()]', '["http://h.test/books/9?limit=9", "http://h.test/books/9?limit=9"]'),
    )
  })

  test('setNextRequest and runner have no effect', async () => {
    await before(
      'bru.setNextRequest("x"); bru.runner.setNextRequest("x"); bru.runner.skipRequest(); bru.runner.stopExecution()',
    )
  })
})

describe('pw (behaviour 4.9)', () => {
  test('env', async () => {
    await before(`pw.env.set("a", "1"); ${is('[pw.env.get("a"), pw.env.get("missing")]', '["1", undefined]')} pw.env.unset("a"); ${is('pw.env.get("a")', 'undefined')}
      ${is('pw.env.resolve("<<host>>/{{n}}")', '"h.test/9"')} ${is('pw.env.getResolve("chain")', '"9-ws"')} ${is('typeof pw.env.getResolve("loop")', '"string"')}`)
  })

  test('response', async () => {
    await after(
      `${is('[pw.response.status, pw.response.body.id]', '[201, 7]')} ${is('pw.response.headers[1]', '{ key: "X-Trace", value: "t-1" }')}`,
    )
  })

  test('expect never throws, and each call adds its own line', async () => {
    const { results } = await sendWithScripts({
      answer,
      post: `pw.test("group", () => { pw.expect(1).toBe(1); pw.expect(1).toBe(2); pw.expect(5).toHaveLength(1) }); pw.expect("a").toInclude("a"); pw.expect(404).toBeLevel2xx();
        pw.test("throws", () => { pw.expect(1).toBe(1); throw new Error("x") })`,
    })
    expect(results).toEqual([
      {
        name: 'group',
        passed: false,
        reason: "Expected '1' to be '2'\nExpected toHaveLength to be called for an array or string",
        checks: [
          { outcome: 'passed', message: "Expected '1' to be '1'" },
          { outcome: 'failed', message: "Expected '1' to be '2'" },
          { outcome: 'error', message: 'Expected toHaveLength to be called for an array or string' },
        ],
      },
      {
        name: 'Expected a to include a',
        passed: true,
        checks: [{ outcome: 'passed', message: 'Expected a to include a' }],
      },
      {
        name: "Expected '404' to be 200-level status",
        passed: false,
        reason: "Expected '404' to be 200-level status",
        checks: [{ outcome: 'failed', message: "Expected '404' to be 200-level status" }],
      },
      {
        name: 'throws',
        passed: false,
        reason: 'x',
        checks: [
          { outcome: 'passed', message: "Expected '1' to be '1'" },
          { outcome: 'error', message: 'x' },
        ],
      },
    ])
  })

  test.each([
    ['toBe', 'pw.expect(1).toBe(1); pw.expect(1).not.toBe(2)', 'pw.expect(1).not.toBe(1)'],
    [
      'toBeLevel2xx',
      'pw.expect(299).toBeLevel2xx(); pw.expect(300).not.toBeLevel2xx()',
      'pw.expect(199).toBeLevel2xx()',
    ],
    [
      'toBeLevel3xx',
      'pw.expect(300).toBeLevel3xx(); pw.expect(400).not.toBeLevel3xx()',
      'pw.expect("x").not.toBeLevel3xx()',
    ],
    [
      'toBeLevel4xx',
      'pw.expect(404).toBeLevel4xx(); pw.expect(500).not.toBeLevel4xx()',
      'pw.expect(404).not.toBeLevel4xx()',
    ],
    [
      'toBeLevel5xx',
      'pw.expect(599).toBeLevel5xx(); pw.expect(600).not.toBeLevel5xx()',
      'pw.expect(499).toBeLevel5xx()',
    ],
    [
      'toBeType',
      'pw.expect("").toBeType("string"); pw.expect(1).not.toBeType("string")',
      'pw.expect(1).toBeType("foo")',
    ],
    [
      'toHaveLength',
      'pw.expect([1]).toHaveLength(1); pw.expect("ab").not.toHaveLength(1)',
      'pw.expect([1]).toHaveLength("1")',
    ],
    [
      'toInclude',
      'pw.expect([1]).toInclude(1); pw.expect("a").not.toInclude("b")',
      'pw.expect([1]).toInclude(null)',
    ],
  ])('%s', async (_name, good, bad) => {
    const { results } = await sendWithScripts({
      post: `pw.test("good", () => { ${good} }); pw.test("bad", () => { ${bad} })`,
    })
    expect(results.map(one => one.passed)).toEqual([true, false])
  })
})

describe('the older Postman globals (behaviour, Older Postman globals)', () => {
  test('before the send', async () => {
    await before(`postman.setEnvironmentVariable("a", 1); ${is('[postman.getEnvironmentVariable("a"), environment.a, globals.w]', '["1", "1", "ws"]')} postman.clearEnvironmentVariable("a"); ${is('postman.getEnvironmentVariable("a")', 'null')}
      postman.setGlobalVariable("b", "1"); ${is('postman.getGlobalVariable("b")', '"1"')} postman.clearGlobalVariables(); ${is('postman.getGlobalVariable("b")', 'null')} ${is('[request.method, request.url, typeof responseBody]', '["POST", "http://h.test/books/9?limit=9", "undefined"]')}`)
  })

  test('after it', async () => {
    await after(
      `${is('[JSON.parse(responseBody).id, responseCode.code, responseCode.name, responseTime, responseBody.has("i2"), data.row]', '[7, 201, "Created", 42, true, "r1"]')} ${is('[responseHeaders["X-Trace"], postman.getResponseHeader("x-trace"), postman.getResponseCookie("b").value]', '["t-1", "t-1", "2"]')}`,
    )
  })

  test.each(['data', 'environment', 'globals', 'request', 'responseBody'])(
    '%s can be a variable of the script',
    async name => {
      for (const declare of ['var', 'let', 'const', ''])
        await after(`${declare} ${name} = JSON.parse('{"id":8}'); ${is(`${name}.id`, '8')}`)
    },
  )

  test('tests[…] are listed when the script ends', async () => {
    const good = await sendWithScripts({
      answer,
      post: 'tests["a"] = responseCode.code === 201; tests["b"] = 0; var responseBody = 1; let res = 2',
    })
    expect(good.results).toEqual([
      { name: 'a', passed: true },
      { name: 'b', passed: false, reason: 'tests["b"] is not true' },
    ])
  })
})

describe('pm.sendRequest (behaviour 4.10)', () => {
  const call = async (given: string, session = '') => {
    const run = await sendWithScripts({
      network,
      variables: { ...variables, global: { auth: 'http://auth.test' } },
      pre: `pm.sendRequest(${given}, (err, res) => { ${session} })`,
    })
    expect(run.error).toBeNull()
    return run
  }
  const fields = (headers: readonly { readonly name: string; readonly value: string }[] | undefined) =>
    Object.fromEntries(headers?.map(({ name, value }) => [name, value]) ?? [])

  test('a URL, with variables filled in, and User-Agent', async () => {
    const { calls } = await call('"{{auth}}/token"')
    expect(calls[0]).toMatchObject({ method: 'GET', url: 'http://auth.test/token', body: '' })
    expect(fields(calls[0]?.headers)['User-Agent']).toBe('Parley/1.0')
  })

  test.each([
    ['an object', '{ "X-A": "{{n}}", B: 1 }'],
    [
      'a list',
      '[{ key: "X-A", value: "{{n}}" }, { key: "B", value: "1" }, { key: "C", value: "1", disabled: true }]',
    ],
    ['lines', '"X-A: {{n}}\\nB: 1"'],
    ['a list of lines', '["X-A: {{n}}", "B:1"]'],
  ])('headers as %s', async (_name, header) => {
    const { calls } = await call(`{ url: "http://auth.test/token", method: "put", header: ${header} }`)
    expect(calls[0]?.method).toBe('PUT')
    const sent = fields(calls[0]?.headers)
    expect([sent['X-A'], sent.B, sent.C]).toEqual(['9', '1', undefined])
  })

  test.each([
    ['a plain object as JSON', '{ client_id: "{{n}}" }', '{"client_id":"{{n}}"}', 'application/json'],
    ['raw text as it is', '{ mode: "raw", raw: "a={{n}}" }', 'a={{n}}', undefined],
    [
      'a form',
      '{ mode: "urlencoded", urlencoded: [{ key: "a b", value: "c&d" }] }',
      'a+b=c%26d',
      'application/x-www-form-urlencoded',
    ],
    ['plain text', '"text"', 'text', undefined],
  ])('%s', async (_name, body, content, type) => {
    const { calls } = await call(`{ url: "http://auth.test/token", method: "POST", body: ${body} }`)
    expect(calls[0]?.body).toBe(content)
    expect(fields(calls[0]?.headers)['Content-Type']).toBe(type)
    expect(fields(calls[0]?.headers)['Content-Length']).toBe(String(content.length))
  })

  test('the response has code, status, time, size, json(), text() and plain headers', async () => {
    const { session } = await call(
      '"http://auth.test/token"',
      `tool.environment.set("all", [err, res.code, res.status, res.responseTime, res.responseSize, res.json().access_token, res.text(), res.headers["X-Two"]])`,
    )
    expect(JSON.parse(sessionTexts(session).all ?? '')).toEqual([
      null,
      200,
      'OK',
      12,
      21,
      'T1',
      '{"access_token":"T1"}',
      '1',
    ])
  })

  test('a request that cannot be sent gives an error to the callback', async () => {
    const { session } = await call(
      '"ftp://auth.test/"',
      'tool.environment.set("e", err.message + String(res))',
    )
    expect(sessionTexts(session).e).toContain('Requests are sent over http or https')
  })

  test('the send waits for the callback, which may call again', async () => {
    const { sent, calls } = await sendWithScripts({
      network,
      request: { url: 'http://h/{{token}}' },
      pre: `pm.sendRequest("http://auth.test/token", (e, r) => pm.sendRequest("http://auth.test/missing", (e2, r2) => pm.environment.set("token", r.json().access_token + r2.code)))`,
    })
    expect(calls).toHaveLength(2)
    expect(sent?.url).toBe('http://h/T1404')
  })

  test('an error in the callback stops the send', async () => {
    const { error, sent, outcome } = await sendWithScripts({
      network,
      pre: 'pm.sendRequest("http://auth.test/token", (e, r) => {\n  r.json().a.b })',
    })
    expect(error).toContain('TypeError')
    expect(outcome).toMatchObject({ failure: { failure: { scriptError: { line: 2 } } } })
    expect(sent).toBeNull()
  })

  test.each([
    'pm.sendRequest("http://auth.test/token", () => {})',
    'await bru.sendRequest({ url: "http://auth.test/token" })',
  ])('%s is not for post-response scripts', async script => {
    const { error, calls } = await sendWithScripts({ network, post: script })
    expect(error).toContain('not available in this context')
    expect(calls).toEqual([])
  })

  test('a script’s request sees its earlier values', async () => {
    const { calls } = await sendWithScripts({
      network,
      pre: 'tool.environment.set("where", "token"); pm.sendRequest("http://auth.test/{{where}}", () => {})',
    })
    expect(calls[0]?.url).toBe('http://auth.test/token')
  })
})

describe('bru.sendRequest (behaviour 4.8)', () => {
  test('gives status, headers and data', async () => {
    const { calls } =
      await before(`const r = await bru.sendRequest({ url: "http://auth.test/token", method: "post", headers: { "X-A": 1 }, data: { a: 1 } });
      ${is('[r.status, r.statusText, r.data.access_token, r.headers["x-two"]]', '[200, "OK", "T1", "1"]')}`)
    expect(calls[0]).toMatchObject({ method: 'POST', body: '{"a":1}' })
  })

  test('4xx is an error that contains the response, also with a callback', async () => {
    await before(`let e; try { await bru.sendRequest({ url: "http://auth.test/missing" }) } catch (error) { e = error }
      ${is('[e.response.status, e.response.data.error, e.message]', '[404, "none", "Request failed with status code 404"]')}
      let given; await bru.sendRequest({ url: "http://auth.test/missing" }, (err, r) => { given = [err.response.status, r] }); ${is('given', '[404, undefined]')}
      await bru.sendRequest({ url: "http://auth.test/token" }, (err, r) => { given = [err, r.status] }); ${is('given', '[null, 200]')}`)
  })
})

describe('a script error', () => {
  test.each([
    ['throw new Error("a\\nb")', 'a\nb', 1],
    ['\n\n  null.x', "TypeError: cannot read property 'x' of null", 3],
    ['const a = 1\nconst a = 2', '', 2],
    ['\nJSON.parse("{")', 'SyntaxError', 2],
    ['(async () => {\n  throw new Error("floating")\n})()', 'floating', 2],
    ['function f() {\n  nope()\n}\nf()', 'ReferenceError: nope is not defined', 2],
    ['throw "text"', 'text', 1],
    ['expect(1).to.equal(2)', 'expected 1 to equal 2', 1],
  ])('%j has a message and a line', async (script, message, line) => {
    const { outcome } = await sendWithScripts({ post: script })
    const [error] = outcome.ok ? outcome.value.tests.scriptErrors : []
    expect(error?.message).toContain(message)
    expect(error).toMatchObject({ owner: 'request', phase: 'postResponse', line })
  })

  test('in the first line of a script that returns early has the right column', async () => {
    const { outcome } = await sendWithScripts({ post: '  nope; return' })
    expect(outcome).toMatchObject({ value: { tests: { scriptErrors: [{ line: 1, column: 3 }] } } })
  })

  test('keeps the tests before it, and reports the interrupted ones', async () => {
    const { results, error } = await sendWithScripts({
      post: `tool.test("t", () => {}); test("waits", () => bru.sleep(10)); tests["older"] = true; nope`,
    })
    expect(results).toEqual([
      { name: 't', passed: true },
      { name: 'waits', passed: false, reason: 'The script ended before this test did' },
      { name: 'older', passed: true },
    ])
    expect(error).toContain('nope is not defined')
  })
})
