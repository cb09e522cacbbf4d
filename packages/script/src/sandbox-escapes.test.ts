import { defaultSendSettings } from '@parley/engine'
import { afterEach, describe, expect, test } from 'vitest'
import { type ScriptedSend, sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'

/**
 * Ways in which similar sandboxes were escaped. Each script reports its findings; the host must be unchanged,
 * and the next script must run normally.
 */
const network = { 'http://auth.test/': { body: '{"a":1}' } }

/** The globals that each function constructor is searched for. */
const finder = `
  const names = ['process', 'module', 'exports', 'global', 'Worker', 'fetch', 'Deno', 'WebAssembly', 'XMLHttpRequest',
    'SharedArrayBuffer', 'Atomics', 'parentPort', 'workerData', 'takeHostFunction', 'std', 'os', 'print', 'gc', 'prelude',
    '__dirname', 'navigator', 'postMessage', 'importScripts'];
  const found = [];
  const look = object => { for (const n of names) try { if (object && object[n] !== undefined) found.push(n) } catch {} };
  const through = f => { try { look(f.constructor.constructor('return this')()) } catch {}
    try { look(f.constructor('return this')()) } catch {} };
`
const report = `;tool.environment.set('found', found.join())`

const librariesOn = {
  context: { defaultSettings: { ...defaultSendSettings, scriptsRequireLibraries: true } },
}

async function findingsOf(script: string, send: ScriptedSend = {}): Promise<string | undefined> {
  const { session, error } = await sendWithScripts({ ...send, pre: `${finder}${script}${report}`, network })
  return sessionTexts(session).found ?? String(error)
}

afterEach(async () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(Reflect.get(Object.prototype, 'toJSON')).toBeUndefined()
  expect(Reflect.get(globalThis, 'escaped')).toBeUndefined()
  const next = await sendWithScripts({
    post: 'tool.test("next", () => tool.expect({}.toString()).to.equal("[object Object]"))',
  })
  expect(next.results).toEqual([{ name: 'next', passed: true }])
})

/** Words that make a script start from each image. */
const images = { plain: '', small: '/* _ */ ', large: '/* cheerio */ ' }

describe.each(Object.entries(images))(
  'in the image %s no function constructor gives access to the host (SB1)',
  (_image, words) => {
    test.each([
      ['a namespace', 'through(tool)'],
      [
        'each member of each namespace',
        'for (const n of [tool, pm, insomnia, bru, req, pw, postman]) for (const k of Object.keys(n)) { let v; try { v = n[k] } catch { continue } if (v) through(v) }',
      ],
      ['an error of the prelude', 'try { require("x") } catch (e) { through(e); through(e.constructor) }'],
      ['an error of the host', 'try { req.setMethod("G T") } catch (e) { through(e); look(e) }'],
      [
        'an error of a bad call',
        'try { tool.environment.set("a", "x".repeat(2000000)) } catch (e) { through(e); look(e) }',
      ],
      ['an error of the engine', 'try { null.x } catch (e) { through(e) }'],
      ['a stack overflow', 'function f() { f() } try { f() } catch (e) { through(e) }'],
      ['an error of a deep JSON text', 'try { JSON.parse("[".repeat(100000)) } catch (e) { through(e) }'],
      ['AsyncFunction', 'through(async () => {}); look(await (async () => {}).constructor("return this")())'],
      ['GeneratorFunction', 'look((function* () {}).constructor("return this")().next().value)'],
      [
        'AsyncGeneratorFunction',
        'look((await (async function* () {}).constructor("yield this")().next()).value)',
      ],
      ['a promise', 'through(Promise.resolve()); through(bru.sleep(1))'],
      ['a getter of the response', 'through(Object.getOwnPropertyDescriptor(globalThis, "tool"))'],
      [
        'the arguments of a callback',
        'await new Promise(done => pm.sendRequest("http://auth.test/", (e, r) => { through(r); through(r.json); through(r.headers); done() }))',
      ],
      [
        'what bru.sendRequest gives',
        'const r = await bru.sendRequest({ url: "http://auth.test/" }); through(r); through(r.data)',
      ],
      [
        'the error of bru.sendRequest',
        'try { await bru.sendRequest({ url: "nowhere:" }) } catch (e) { through(e); look(e) }',
      ],
      [
        'chai',
        'through(tool.expect); through(tool.expect(1)); try { tool.expect(1).to.equal(2) } catch (e) { through(e) }',
      ],
      [
        'a timer',
        'through(setTimeout); await new Promise(done => setTimeout(function () { look(this); done() }, 1))',
      ],
      ['a tagged template', '((s) => through(s))`x`'],
      ['a proxy of everything', 'through(new Proxy(tool, { get: (t, k) => t[k] }))'],
      ['eval', 'look(eval("this")); look((0, eval)("this"))'],
      ['Reflect.construct', 'look(Reflect.construct(Function, ["return this"])())'],
      ['the caller of a function', 'function f() { return f.caller } try { look(f()) } catch {}'],
      ['arguments.callee', '(function () { look(arguments.callee.caller) })()'],
      ['a class that extends Function', 'class F extends Function {} look(new F("return this")())'],
    ])('through %s', async (_name, script) => {
      expect(await findingsOf(words + script)).toBe('')
    })

    test.each([
      ['require', 'require("fs")', 'require is not supported'],
      ['import()', 'await import("fs")', 'fs'],
      ['import() of a node: module', 'await import("node:fs")', 'node:fs'],
      ['import() of a data: address', 'await import("data:text/javascript,1")', ''],
      ['a static import', 'import fs from "fs"', ''],
      ['process', 'process.exit(7)', 'process is not supported'],
      ['process.env', 'process.env.HOME', 'process is not supported'],
      ['fetch', 'await fetch("http://auth.test/")', 'fetch is not supported'],
      ['XMLHttpRequest', 'new XMLHttpRequest()', 'XMLHttpRequest is not supported'],
      ['WebAssembly', 'WebAssembly.compile(new Uint8Array())', 'WebAssembly is not defined'],
      ['SharedArrayBuffer', 'new SharedArrayBuffer(8)', 'SharedArrayBuffer is not defined'],
      ['Atomics.wait', 'Atomics.wait(new Int32Array(8), 0, 0)', 'Atomics is not defined'],
      ['the host function', 'takeHostFunction("test", "[]")', 'takeHostFunction is not defined'],
      ['the newer API of that client', 'hopp.env.active.get("a")', 'hopp is not supported'],
    ])('%s is not there', async (_name, script, message) => {
      const { error, sent } = await sendWithScripts({ pre: words + script })
      expect(error).toContain(message)
      expect(sent).toBeNull()
    })
  },
)

/** Ways out by the libraries, which compile code themselves and take functions. */
describe('no library gives access to the host', () => {
  test.each([
    ['lodash', 'through(_); for (const f of Object.values(_)) if (f) through(f)'],
    ['a template of lodash', 'look(_.template("<% out(this) %>", { imports: { out: look } })())'],
    [
      'the code of a template',
      'try { _.template("", { variable: "a){}}), look(globalThis), (function(){{(" }) } catch (e) { through(e) }',
    ],
    ['the context of lodash', 'const inner = _.runInContext(); through(inner); through(inner.map)'],
    ['CryptoJS', 'through(CryptoJS); through(CryptoJS.lib.WordArray.random); through(CryptoJS.algo.AES)'],
    ['moment', 'through(moment); through(moment().format); through(moment.locale)'],
    [
      'cheerio',
      'const $ = cheerio.load("<script>escaped = 1</script><img onerror=1>"); through($); through($("script"))',
    ],
    ['parts of cheerio', 'for (const f of Object.values(cheerio)) if (f) through(f)'],
    [
      'xml2Json',
      'through(xml2Json); through(xml2Json("<a><constructor>x</constructor><__proto__>y</__proto__></a>"))',
    ],
    ['tv4', 'through(tv4); try { tv4.getSchema("http://x.test/") } catch (e) { through(e) }'],
    ['uuid', 'through(uuid); through(uuid.v4)'],
    ['a schema', 'try { expect(1).to.have.jsonSchema({ $ref: "http://x.test/" }) } catch (e) { through(e) }'],
    [
      'the keywords of ajv',
      `const Ajv = require('ajv'); through(Ajv); const ajv = new Ajv(); through(ajv);
      ajv.addKeyword({ keyword: 'k', validate: function () { look(this); return true } }); through(ajv.compile({ k: 1 }))`,
    ],
    [
      'code in a schema of ajv',
      `const Ajv = require('ajv'); try { const v = new Ajv({ strict: false }).compile(
      { properties: { ['a"]; look(globalThis); //']: { type: 'string' } } }); v({}); through(v) } catch (e) { through(e) }`,
    ],
    [
      'modules of Node',
      `for (const n of ['crypto', 'util', 'url', 'path', 'events', 'buffer', 'assert', 'querystring'])
      { const m = require(n); through(m); for (const k of Object.keys(m)) if (m[k]) through(m[k]) }`,
    ],
    [
      'csv-parse',
      'const { parse } = require("csv-parse/sync"); through(parse("a,b\\n1,2", { columns: true, cast: function (v) { look(this); return v } }))',
    ],
  ])('through %s', async (_name, script) => {
    expect(await findingsOf(script, librariesOn)).toBe('')
  })
})

describe('a script’s changes to prototypes stay inside (SB6)', () => {
  test.each([
    ['toJSON of Object.prototype', 'Object.prototype.toJSON = () => { throw 1 }'],
    ['toJSON of String.prototype', 'String.prototype.toJSON = () => "forged"'],
    ['toJSON of Array.prototype', 'Array.prototype.toJSON = () => ["test", 0, "forged", null]'],
    ['JSON itself', 'JSON.stringify = () => "[0,\\"forged\\",null]"; globalThis.JSON = null'],
    ['Reflect and Object', 'globalThis.Reflect = null; globalThis.Object = null'],
    ['the iterator of lists', 'Array.prototype[Symbol.iterator] = function* () { yield "forged" }'],
    [
      'setters on Object.prototype',
      'Object.defineProperty(Object.prototype, "passed", { set() {}, get: () => true })',
    ],
    ['then of Object.prototype', 'Object.prototype.then = f => f({ name: "forged", passed: true })'],
    ['Promise.prototype.then', 'Promise.prototype.then = () => { throw 1 }'],
    ['the species of Promise', 'Object.defineProperty(Promise, Symbol.species, { get() { throw 1 } })'],
    ['Promise itself', 'globalThis.Promise = function () { throw 1 }'],
    ['Error.prepareStackTrace', 'Error.prepareStackTrace = () => { throw 1 }'],
    ['Function.prototype.call', 'Function.prototype.call = Function.prototype.apply = () => "forged"'],
  ])('%s', async (_name, poison) => {
    const { results, error } = await sendWithScripts({
      post: `${poison}; tool.test("real", () => { throw new Error("no") })`,
      budget: { ownMs: 200, requestMs: 200 },
    })
    // A script may break its own tools, but it must not make a failed test pass, or create a passed one.
    expect(results.filter(one => one.passed)).toEqual([])
    expect(results.every(one => one.name === 'real')).toBe(true)
    if (results.length === 0) expect(error).not.toBeNull()
  })

  test.each([
    [
      'a name that is an object with a toString that throws',
      'tool.test({ toString() { throw new Error("x") } }, () => {})',
    ],
    ['a Symbol as a name', 'tool.environment.set(Symbol("s"), Symbol("t"))'],
    [
      'a Proxy as a value',
      'tool.environment.set("p", new Proxy({}, { get() { throw new Error("trap") }, ownKeys() { throw new Error("trap") } }))',
    ],
    ['a cycle as a value', 'const a = {}; a.a = a; tool.environment.set("c", a)'],
    ['a getter as a header', 'req.setHeaders({ get "X-A"() { throw new Error("getter") } })'],
    [
      'a thrown Proxy',
      'throw new Proxy({}, { get() { throw new Error("trap") }, has() { throw new Error("trap") } })',
    ],
    ['a thrown object whose message is an object', 'throw { message: { toString: () => "x" }, stack: {} }'],
    ['a thrown null', 'throw null'],
    ['a thrown undefined', 'throw undefined'],
    ['a rejection with a thenable', 'await Promise.reject({ then(f) { f(1) } })'],
  ])('%s is no harm', async (_name, script) => {
    const { outcome, error } = await sendWithScripts({ pre: script })
    expect(outcome.ok || typeof error === 'string').toBe(true)
  })

  test('names from bodies and headers pollute nothing', async () => {
    const { results } = await sendWithScripts({
      post: `tool.test("clean", () => {
        tool.response.json(); res.body; tool.response.headers.toObject(); res.getHeaders();
        tool.expect({}.polluted).to.equal(undefined);
        tool.expect(Object.hasOwn(tool.response.headers.toObject(), "__proto__")).to.equal(true);
      })`,
      answer: {
        headers: [['__proto__', 'polluted']],
        body: '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
      },
    })
    expect(results).toEqual([{ name: 'clean', passed: true }])
  })

  test('a variable called __proto__ is an ordinary one', async () => {
    const { session } = await sendWithScripts({
      pre: 'tool.environment.set("__proto__", "x"); tool.environment.set("got", String(tool.environment.get("__proto__")) + tool.environment.get("constructor"))',
    })
    expect(session.scope.values.get('got')?.text).toBe('xnull')
    expect(session.scope.values.get('__proto__')?.text).toBe('x')
  })

  test('the stack of an error contains no file of the host', async () => {
    const { session } = await sendWithScripts({
      pre: 'try { req.setMethod("G T") } catch (e) { tool.environment.set("stack", e.stack + e.message) }',
    })
    expect(sessionTexts(session).stack).not.toMatch(/file:|node:|node_modules|\/packages\/|script-worker/)
  })
})

describe('scripts share nothing (SB1)', () => {
  test('globals, prototypes and timers of one do not exist for the next', async () => {
    const polluting =
      'globalThis.left = 1; Array.prototype.left = 1; setTimeout(() => {}, 0); tool.test.left = 1'
    await sendWithScripts({ post: polluting })
    const { results } = await sendWithScripts({
      post: 'tool.test("clean", () => tool.expect([typeof left, [].left, tool.test.left]).to.eql(["undefined", undefined, undefined]))',
    })
    expect(results).toEqual([{ name: 'clean', passed: true }])
  })

  test('their random numbers differ', async () => {
    const session = new Set<string | undefined>()
    for (let round = 0; round < 4; round += 1) {
      const run = await sendWithScripts({
        pre: 'tool.environment.set("r", Math.random() + "," + crypto.randomUUID())',
      })
      session.add(sessionTexts(run.session).r)
    }
    expect(session.size).toBe(4)
  })

  test('unfinished work of a script does not continue', async () => {
    const { session } = await sendWithScripts({
      pre: 'setInterval(() => tool.environment.set("late", "1"), 1); throw new Error("over")',
    })
    expect(sessionTexts(session)).toEqual({})
  })
})

describe('a script cannot break out of its wrapper', () => {
  test.each([
    ['})(); tool.environment.set("found", "out"); (async function () {'],
    ['}); tool.environment.set("found", "out"); ({'],
    ['*/ tool.environment.set("found", "out") /*'],
  ])('%s is a syntax error', async script => {
    const { error, session } = await sendWithScripts({ pre: script })
    expect(error).toContain('SyntaxError')
    expect(sessionTexts(session)).toEqual({})
  })

  test('an early return ends the script, and later code does not run', async () => {
    const { session, error } = await sendWithScripts({
      pre: 'tool.environment.set("a", "1");\nif (true) return;\ntool.environment.set("b", "1")',
    })
    expect(error).toBeNull()
    expect(sessionTexts(session)).toEqual({ a: '1' })
  })
})
