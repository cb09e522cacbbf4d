import { noRequestDefaults, noScripts } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { type ScriptedSend, sendWithScripts } from './script-fixture.testkit.ts'

const row = (name: string, value: string, enabled = true) => ({ name, value, enabled })

const request = {
  url: 'http://h.test/a?b=1&c=2#d',
  headers: [row('X-Typed', 'typed'), row('X-Secret', '{{token}}'), row('X-Off', 'off', false)],
}
const answer = {
  headers: [
    ['X-One', '1'],
    ['x-two', '2'],
    ['X-One', 'again'],
  ],
} as const

/** Runs checks as one test before or after the send. */
async function passes(phase: 'pre' | 'post', checks: string, more: ScriptedSend = {}) {
  const outcome = await sendWithScripts({ request, answer, ...more, [phase]: `test("t", () => {${checks}})` })
  const { results, error } = outcome
  expect({ results, error }).toEqual({ results: [{ name: 't', passed: true }], error: null })
  return outcome
}

/** Returns the value of each own header as sent; null: it is not sent. */
async function sentWith(pre: string) {
  const { sent, error } = await sendWithScripts({
    request,
    answer,
    pre,
    secrets: { token: { value: 's', allowed: false } },
  })
  expect(error).toBeNull()
  const value = (name: string) => sent?.headers.find(one => one.name.toLowerCase() === name)?.value ?? null
  return ['x-typed', 'x-secret', 'x-off', 'x-new'].map(value)
}

describe('req.headerList', () => {
  test.each([
    ['req.headerList.add({ key: "X-New", value: "n" })', ['typed', 's', null, 'n']],
    ['req.headerList.add("X-New: n")', ['typed', 's', null, 'n']],
    ['req.headerList.append("X-New", "n")', ['typed', 's', null, 'n']],
    ['req.headerList.upsert({ key: "x-typed", value: "n" })', ['n', 's', null, null]],
    ['req.headerList.remove("x-TYPED")', [null, 's', null, null]],
    ['req.headerList.remove({ key: "X-Typed", value: "typed" })', [null, 's', null, null]],
    ['req.headerList.remove(h => h.value === "typed")', [null, 's', null, null]],
    ['req.headerList.clear()', [null, null, null, null]],
    [
      'req.headerList.populate([{ key: "X-Typed", value: "n" }, { key: "X-New", value: "n" }])',
      ['typed', 's', null, 'n'],
    ],
    ['req.headerList.assimilate({ "X-Typed": "n" })', ['n', 's', null, null]],
    ['req.headerList.assimilate([{ key: "X-New", value: "n" }], true)', [null, null, null, 'n']],
    ['req.headerList.repopulate([{ key: "X-New", value: "n" }])', [null, null, null, 'n']],
    ['pm.request.headers.clear(); req.setHeader("X-Typed", "n")', ['n', null, null, null]],
    [
      'pm.request.addHeader({ key: "X-New", value: "n" }); pm.request.removeHeader("X-Typed")',
      [null, 's', null, 'n'],
    ],
  ])('%s', async (pre, wanted) => {
    expect(await sentWith(pre)).toEqual(wanted)
  })

  test('lists the rows as typed before the send, secrets by their names', async () => {
    await passes(
      'pre',
      `expect(req.headerList.all()).to.eql([{ key: "X-Typed", value: "typed" }, { key: "X-Secret", value: "{{token}}" }, { key: "X-Off", value: "off", disabled: true }]);
       expect(req.getHeaders()).to.eql({}); expect(pm.request.headers.count()).to.equal(0)`,
      { secrets: { token: { value: 's', allowed: false } } },
    )
  })

  test('sees what earlier scripts left out', async () => {
    const { results } = await sendWithScripts({
      request: {
        ...request,
        scripts: {
          ...noScripts,
          preRequest: 'test("t", () => expect(req.headerList.has("X-Typed")).to.be.false)',
        },
      },
      context: {
        ancestors: [
          {
            ...({ kind: 'folder', name: 'F', tags: [], items: [] } as const),
            defaults: {
              ...noRequestDefaults,
              scripts: { ...noScripts, preRequest: 'req.headerList.remove("X-Typed")' },
            },
          },
        ],
      },
    })
    expect(results).toEqual([{ name: 't', passed: true }])
  })

  test('cannot change headers that only the sender may set', async () => {
    const { error, sent } = await sendWithScripts({
      request,
      pre: 'try { req.headerList.add("Host: evil.test") } catch {}',
    })
    expect(error).toContain('Host')
    expect(sent).toBeNull()
  })
})

describe('lists of headers', () => {
  const list = 'const list = res.headerList, own = function (h) { return h.key === this.k };'
  test.each([
    'expect(list.get("X-ONE")).to.equal("1, again"); expect(list.get("gone")).to.be.undefined',
    'expect(pm.response.headers.get("gone")).to.be.null',
    'expect(list.one("X-one")).to.eql({ key: "x-one", value: "again" })',
    'expect(list.has("x-one", "1")).to.be.true; expect(list.has("x-one", "2")).to.be.false',
    'expect(list.indexOf("X-Two")).to.equal(1); expect(list.indexOf({ key: "x-two", value: "3" })).to.equal(-1)',
    'expect(list.idx(1)).to.eql({ key: "x-two", value: "2" })',
    'expect(list.filter(own, { k: "x-one" })).to.have.lengthOf(2)',
    'expect(list.find(own, { k: "x-two" }).value).to.equal("2")',
    'expect(list.map(h => h.value)).to.eql(["1", "2", "again"])',
    'expect(list.reduce((sum, h) => sum + h.value.length, 0)).to.equal(7)',
    'const seen = []; list.each(function (h) { this.push(h.key) }, seen); expect(seen).to.have.lengthOf(3)',
    'expect(list.toString()).to.equal("x-one: 1\\nx-two: 2\\nx-one: again")',
    'expect(JSON.parse(JSON.stringify(list))).to.eql(list.all())',
    'expect(list.contentSize()).to.equal(10 + 10 + 14)',
  ])('%s', async checks => {
    await passes('post', list + checks)
  })
})

describe('the URL of pm.request', () => {
  test.each([
    'expect(pm.request.url).to.be.a("string")',
    'expect(pm.request.url.getHost()).to.equal("h.test"); expect(pm.request.url.getPath()).to.equal("/a")',
    'expect(pm.request.url.query.get("b")).to.equal("1"); expect(pm.request.url.query.get("B")).to.be.undefined',
    'expect(pm.request.url.path).to.eql(["a"]); expect(pm.request.url.host).to.eql(["h", "test"])',
    'expect("another text".host).to.be.undefined; expect("another text".query).to.be.undefined',
  ])('%s', async checks => {
    await passes('pre', checks)
  })

  test.each([
    ['pm.request.url.query.add({ key: "d", value: "3" })', '/a?b=1&c=2&d=3'],
    ['pm.request.url.query.upsert({ key: "b", value: "9" })', '/a?c=2&b=9'],
    ['pm.request.url.query.remove("b")', '/a?c=2'],
    ['pm.request.addQueryParams("x=1&y=2")', '/a?b=1&c=2&x=1&y=2'],
    ['pm.request.removeQueryParams(["b", "c"])', '/a'],
    ['pm.request.url.query.clear()', '/a'],
  ])('%s', async (pre, wanted) => {
    const { sent, error } = await sendWithScripts({ request, pre })
    expect({ error, url: sent?.url }).toEqual({ error: null, url: `http://h.test${wanted}` })
  })
})

describe('res.setBody', () => {
  test.each(['"text"', '{ a: [1] }', 'null', 'undefined', 'true', '2', '[1, "x", null]'])(
    'of %s is what later scripts see, and the response stays as it was',
    async value => {
      const { results, error } = await sendWithScripts({
        answer: { body: '{"a":1}' },
        request: {
          assertions: [
            {
              expression: 'res.body',
              operator: value === 'undefined' ? 'isUndefined' : 'isDefined',
              enabled: true,
              description: '',
            },
          ],
        },
        post: `res.setBody(${value}); test("now", () => expect(res.getBody()).to.eql(${value}))`,
        context: {},
      })
      expect(error).toBeNull()
      expect(results.map(one => one.passed)).toEqual([true, true])
    },
  )

  test('leaves the text of the response to the assertions of pm', async () => {
    await passes(
      'post',
      'res.setBody({ b: 2 }); expect(res.body.b).to.equal(2); expect(pm.response.json()).to.eql({ a: 1 })',
      {
        answer: { body: '{"a":1}' },
      },
    )
  })

  test('has the limits of req.setBody, and is for responses only', async () => {
    const large = await sendWithScripts({ post: 'res.setBody("x".repeat(6e6))' })
    expect(large.error).toContain('5 MB')
  })
})

describe('req.setBody of a form', () => {
  const form = { type: 'urlEncoded', fields: [row('old', '1')] } as const
  test.each([
    ['[{ name: "a", value: "x y" }, { name: "b", value: null }, { name: "a", value: 0 }]', 'a=x%20y&b=&a=0'],
    ['{ a: "x&y", list: [1, 2] }', 'a=x%26y&list=1&list=2'],
    ['"a=b"', 'a=b'],
  ])('%s', async (value, wanted) => {
    const { sent } = await sendWithScripts({
      request: { method: 'POST', body: form },
      pre: `req.setBody(${value})`,
    })
    expect(sent?.body).toBe(wanted)
    expect(sent?.headers).toContainEqual({ name: 'Content-Type', value: 'application/x-www-form-urlencoded' })
  })

  test('by its Content-Type too; other requests get JSON', async () => {
    const byType = await sendWithScripts({
      request: { method: 'POST' },
      pre: 'req.setHeader("content-type", "application/x-www-form-urlencoded"); req.setBody({ a: 1 })',
    })
    expect(byType.sent?.body).toBe('a=1')
    const json = await sendWithScripts({ request: { method: 'POST' }, pre: 'req.setBody({ a: 1 })' })
    expect(json.sent?.body).toBe('{"a":1}')
  })
})
