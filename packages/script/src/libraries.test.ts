import { createHmac } from 'node:crypto'
import { defaultSendSettings } from '@parley/engine'
import { describe, expect, test } from 'vitest'
import { testEndlessLibraries } from './libraries.testkit.ts'
import { SessionValues } from './runner/session-values.ts'
import { type ScriptedSend, sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'
import { imageFor, libraryPackages } from './shared/script-libraries.ts'

/** Runs checks as one test of a post-response script, and expects that it passes. */
async function passes(script: string, send: ScriptedSend = {}) {
  const { results, error } = await sendWithScripts({
    ...send,
    post: `await test("t", async () => {\n${script}\n})`,
  })
  expect({ results, error }).toEqual({ results: [{ name: 't', passed: true }], error: null })
}

/** Ways to call a library, as the examples in Postman's documentation and its community do. */
const calls: Readonly<Record<string, readonly string[]>> = {
  lodash: [
    'expect(_.get({ a: [{ b: 1 }] }, "a[0].b")).to.equal(1)',
    'expect(_.map([{ id: 1 }, { id: 2 }], "id")).to.eql([1, 2])',
    'expect(_.isEqual({ a: 1 }, { a: 1 })).to.be.true',
    'expect(_.sortBy([3, 1, 2])).to.eql([1, 2, 3])',
    'expect(_.random(1, 5)).to.be.within(1, 5)',
    'expect(_.template("hi <%= name %>")({ name: "x" })).to.equal("hi x")',
    'pm.expect(_.find([{ a: 1 }, { a: 2 }], { a: 2 })).to.eql({ a: 2 })',
  ],
  'crypto-js': [
    'expect(CryptoJS.MD5("a").toString()).to.equal("0cc175b9c0f1b6a831c399e269772661")',
    'expect(CryptoJS.SHA256("a").toString(CryptoJS.enc.Hex)).to.equal("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb")',
    'expect(CryptoJS.HmacSHA256("a", "k").toString(CryptoJS.enc.Base64)).to.have.lengthOf(44)',
    'expect(CryptoJS.enc.Base64.stringify(CryptoJS.enc.Utf8.parse("hello"))).to.equal("aGVsbG8=")',
    'const c = CryptoJS.AES.encrypt("m", "secret").toString(); expect(CryptoJS.AES.decrypt(c, "secret").toString(CryptoJS.enc.Utf8)).to.equal("m")',
    'expect(CryptoJS.lib.WordArray.random(16).toString()).to.have.lengthOf(32)',
    'expect(CryptoJS.PBKDF2("p", "s", { keySize: 4, iterations: 10 }).toString()).to.have.lengthOf(32)',
  ],
  moment: [
    'expect(moment.utc("2020-01-31").add(1, "month").format("YYYY-MM-DD")).to.equal("2020-02-29")',
    'expect(moment("2020-01-01T00:00:00Z").unix()).to.equal(1577836800)',
    'expect(moment.duration(90, "minutes").humanize()).to.equal("2 hours")',
    'expect(moment("2020-01-02").isAfter("2020-01-01")).to.be.true',
    'expect(moment().format()).to.match(/^\\d{4}-/)',
  ],
  cheerio: [
    'const $ = cheerio.load("<h2 class=\\"t\\">Hi</h2>"); expect($("h2.t").text()).to.equal("Hi")',
    'const $ = cheerio.load("<ul><li>a<li>b</ul>"); expect($("li").map((i, e) => $(e).text()).get()).to.eql(["a", "b"])',
    'const $ = cheerio.load("<a href=\\"/x\\">l</a>"); expect($("a").attr("href")).to.equal("/x")',
    'const $ = cheerio.load("<r><c>1</c></r>", { xmlMode: true }); expect($("c").text()).to.equal("1")',
  ],
  xml2js: [
    'expect(xml2Json("<a><b x=\\"1\\">t</b></a>")).to.eql({ a: { b: { _: "t", $: { x: "1" } } } })',
    'expect(xml2Json("<a><b>1</b><b>2</b></a>").a.b).to.eql(["1", "2"])',
  ],
  tv4: [
    'expect(tv4.validate({ a: 1 }, { properties: { a: { type: "number" } } })).to.be.true',
    'expect(tv4.validate({ a: "x" }, { properties: { a: { type: "number" } } })).to.be.false; expect(tv4.error.message).to.include("Invalid type")',
    'expect(tv4.validateMultiple({}, { required: ["a"] }).errors).to.have.lengthOf(1)',
  ],
  uuid: [
    'expect(uuid.v4()).to.match(/^[0-9a-f-]{36}$/)',
    'expect(uuid()).to.match(/^[0-9a-f-]{36}$/)',
    'expect(uuid.validate(uuid.v1())).to.be.true',
  ],
  atob: ['expect(atob("aGk=")).to.equal("hi")'],
  btoa: ['expect(btoa("hi")).to.equal("aGk=")'],
  url: ['expect(new URL("https://a.test/b?c=1").searchParams.get("c")).to.equal("1")'],
  querystring: ['expect(new URLSearchParams({ a: "b c" }).toString()).to.equal("a=b+c")'],
  buffer: ['expect(Buffer.from("hi").toString("base64")).to.equal("aGk=")'],
  crypto: ['expect(crypto.randomUUID()).to.have.lengthOf(36)'],
  chai: ['expect([1]).to.include(1)'],
  assert: ['expect(1).to.equal(1)'],
}

describe('globals of libraries', () => {
  test('are called in these tests, each of them', () => {
    const withGlobal = libraryPackages.filter(one => one.global !== null).map(one => one.name)
    expect(Object.keys(calls).toSorted()).toEqual(withGlobal.toSorted())
  })

  test.each(Object.entries(calls).flatMap(([name, scripts]) => scripts.map(script => [name, script])))(
    '%s: %s',
    (_name, script) => passes(script ?? ''),
  )

  test('are there before the send too', async () => {
    const { sent } = await sendWithScripts({
      pre: 'req.setHeader("X-Sign", CryptoJS.HmacSHA1("a", "b").toString())',
    })
    const value = createHmac('sha1', 'b').update('a').digest('hex')
    expect(sent?.headers).toContainEqual({ name: 'X-Sign', value })
  })

  test('share nothing between scripts', async () => {
    const session = new SessionValues()
    const pre = 'tool.environment.set("n", [_.random(1e9), CryptoJS.lib.WordArray.random(8), uuid()].join())'
    const values = []
    for (let time = 0; time < 3; time += 1) {
      await sendWithScripts({ session, pre: `${pre}; _.mixin({ leak: () => 1 })` })
      values.push(sessionTexts(session).n)
    }
    expect(new Set(values).size).toBe(3)
    await passes('expect(_.leak).to.be.undefined')
  })
})

/** Ways to use each package that `require` returns. */
const required: Readonly<Record<string, readonly string[]>> = {
  lodash: ['expect(require("lodash").chunk([1, 2], 1)).to.eql([[1], [2]])'],
  'crypto-js': ['expect(require("crypto-js").SHA1("a").toString()).to.have.lengthOf(40)'],
  moment: ['expect(require("moment").utc(0).year()).to.equal(1970)'],
  cheerio: ['const { load } = require("cheerio"); expect(load("<p>x")("p").text()).to.equal("x")'],
  xml2js: [
    'let got; require("xml2js").parseString("<root>Hi</root>", (error, result) => { got = result }); expect(got).to.eql({ root: "Hi" })',
    'expect(await require("xml2js").parseStringPromise("<a>1</a>")).to.eql({ a: "1" })',
    'expect(new (require("xml2js").Builder)().buildObject({ a: 1 })).to.include("<a>1</a>")',
  ],
  tv4: ['expect(require("tv4").validate(1, { type: "string" })).to.be.false'],
  uuid: ['const { v4: uuidv4 } = require("uuid"); expect(uuidv4()).to.have.lengthOf(36)'],
  ajv: [
    'const Ajv = require("ajv"); const ajv = new Ajv({ allErrors: true }); const check = ajv.compile({ type: "object", required: ["a"] }); expect(check({})).to.be.false; expect(check.errors[0].message).to.include("required")',
    'const { default: Ajv } = require("ajv"); expect(new Ajv().validate({ type: "number" }, 1)).to.be.true',
  ],
  chai: ['require("chai").assert.equal(1, 1)', 'require("chai").expect(1).to.equal(1)'],
  'csv-parse/sync': [
    'const { parse } = require("csv-parse/sync"); expect(parse("a,b\\n1,2", { columns: true })).to.eql([{ a: "1", b: "2" }])',
  ],
  atob: ['expect(require("atob")("aGk=")).to.equal("hi")'],
  btoa: ['expect(require("btoa")("hi")).to.equal("aGk=")'],
  url: [
    'expect(new (require("url").URL)("https://a.test/b").pathname).to.equal("/b")',
    'expect(require("url").parse("https://a.test/b?c=1", true).query.c).to.equal("1")',
  ],
  querystring: [
    'expect(require("querystring").stringify({ a: "b c", d: [1, 2] })).to.equal("a=b%20c&d=1&d=2")',
    'const { a, b } = require("node:querystring").parse("a=1&a=2&b=x+y"); expect([a, b]).to.eql([["1", "2"], "x y"])',
  ],
  buffer: ['expect(require("buffer").Buffer.from("hi").toString("hex")).to.equal("6869")'],
  util: [
    'expect(require("util").format("%s is %d", "a", 1)).to.equal("a is 1")',
    'expect(require("util").inspect({ a: { b: { c: {} } } })).to.equal("{ a: { b: { c: {} } } }")',
    'const wait = require("util").promisify((n, done) => done(null, n + 1)); expect(await wait(1)).to.equal(2)',
    'expect(require("util").isDeepStrictEqual({ a: [1] }, { a: [1] })).to.be.true',
  ],
  events: [
    'const E = require("events"); const e = new E(); let n = 0; e.on("x", by => { n += by }); e.emit("x", 2); expect(n).to.equal(2)',
  ],
  path: ['expect(require("path").join("/a", "../b")).to.equal("/b")'],
  assert: [
    'const assert = require("assert"); assert(1); assert.strictEqual(1, 1); assert.deepStrictEqual({ a: 1 }, { a: 1 })',
    'const assert = require("assert"); assert.throws(() => assert.equal(1, 2)); await assert.rejects(Promise.reject(new Error("x")), /x/)',
  ],
  crypto: [
    'const c = require("crypto"); expect(c.createHash("sha256").update("a").update("b").digest("hex")).to.equal("fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603")',
    'const c = require("node:crypto"); expect(c.createHmac("sha1", "k").update("a").digest("base64")).to.have.lengthOf(28)',
    'expect(require("crypto").createHash("md5").update("a").digest("hex")).to.equal("0cc175b9c0f1b6a831c399e269772661")',
    'expect(require("crypto").randomBytes(8)).to.have.lengthOf(8)',
  ],
}

const librariesOn = {
  context: { defaultSettings: { ...defaultSendSettings, scriptsRequireLibraries: true } },
}

describe('require', () => {
  test('is called in these tests with each package', () => {
    expect(Object.keys(required).toSorted()).toEqual(libraryPackages.map(one => one.name).toSorted())
  })

  test.each(Object.entries(required).flatMap(([name, scripts]) => scripts.map(script => [name, script])))(
    'returns %s: %s',
    (_name, script) => passes(script ?? '', librariesOn),
  )

  test('takes a name that is computed', () =>
    passes(
      'const name = ["lo", "dash"].join(""); expect(require(name).VERSION).to.be.a("string")',
      librariesOn,
    ))

  test.each(['fs', 'node:child_process', 'axios', '../lib.js', '__proto__', 'constructor', ''])(
    'throws for “%s”, whatever the setting',
    async name => {
      for (const send of [{}, librariesOn]) {
        const { error } = await sendWithScripts({ ...send, pre: `require(${JSON.stringify(name)})` })
        expect(error).toContain('is not supported')
      }
    },
  )

  test.each([
    ['lodash', 'Use the global _, or turn on Settings → Editor → Bundled libraries by require'],
    ['ajv', 'To use ajv, turn on Settings → Editor → Bundled libraries by require'],
    ['axios', 'No package axios is bundled'],
  ])('without the setting says what to do instead of require of %s', async (name, step) => {
    const { error } = await sendWithScripts({ pre: `const x = require('${name}')` })
    expect(error).toContain(`require is not supported. ${step}`)
  })

  test('leaves a note for a member of Node that the sandbox lacks', async () => {
    let notes: readonly unknown[] = []
    await sendWithScripts({
      ...librariesOn,
      post: 'const a = 1\nconst scrypt = require("crypto").scryptSync',
      onReport: report => {
        notes = report.notes ?? []
      },
    })
    expect(notes).toMatchObject([
      { member: "require('crypto').scryptSync", line: 2, text: 'is not supported' },
    ])
  })
})

describe('the image of a script', () => {
  test.each([
    ['tool.test("a", () => {})', 'plain'],
    ['const a_ = x._; a.moment()', 'plain'],
    ['_.map([])', 'small'],
    ['pm.expect(1).to.have.jsonSchema({})', 'small'],
    ['x = { uuid }', 'small'],
    ['xml2Json(responseBody)', 'large'],
    ['require("lodash")', 'plain', 'small'],
    ['require("node:util")', 'plain', 'small'],
    ['require("ajv")', 'plain', 'large'],
    ['require("fs")', 'plain', 'plain'],
    ['require(name)', 'plain', 'large'],
  ])('%s: %s', (source, image, withSetting = image) => {
    expect(imageFor(source, false)).toBe(image)
    expect(imageFor(source, true)).toBe(withSetting)
  })

  test('has libraries for assertions and variables from the response too', async () => {
    const { results } = await sendWithScripts({
      answer: { body: '[1,2]' },
      request: {
        assertions: [
          { expression: '_.sum(res.body)', operator: 'eq', value: '3', enabled: true, description: '' },
        ],
      },
    })
    expect(results).toMatchObject([{ passed: true }])
  })
})

testEndlessLibraries(['a pattern of a schema', 'a selector of cheerio', 'lists that grow'])

describe('jsonSchema', () => {
  const schemas = [
    [
      'draft-04',
      { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1, exclusiveMinimum: true },
      2,
      1,
    ],
    ['draft-06', { $schema: 'http://json-schema.org/draft-06/schema#', exclusiveMinimum: 1 }, 2, 1],
    ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#', not: { minimum: 10 } }, 6, 10],
    [
      '2019-09',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        $defs: { a: { minimum: 2 } },
        $ref: '#/$defs/a',
      },
      2,
      1,
    ],
    [
      '2020-12',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        prefixItems: [{ type: 'number' }],
        items: false,
      },
      [1],
      [1, 2],
    ],
    [
      'no draft',
      { type: 'object', properties: { a: { type: 'integer', format: 'int32' } } },
      { a: 1 },
      { a: 2 ** 31 },
    ],
  ] as const

  test.each(schemas)('checks by %s', async (_name, schema, right, wrong) => {
    const { results } = await sendWithScripts({
      answer: { body: JSON.stringify(right) },
      post: `const schema = ${JSON.stringify(schema)}
        pm.test('right', () => pm.response.to.have.jsonSchema(schema))
        pm.test('value', () => pm.expect(${JSON.stringify(right)}).to.have.jsonSchema(schema))
        pm.test('wrong', () => pm.expect(${JSON.stringify(wrong)}).to.not.have.jsonSchema(schema))
        pm.test('fails', () => pm.expect(${JSON.stringify(wrong)}).to.have.jsonSchema(schema))`,
    })
    expect(results).toMatchObject([{ passed: true }, { passed: true }, { passed: true }, { passed: false }])
  })

  test('says what is wrong, where', async () => {
    const { results } = await sendWithScripts({
      answer: { body: '{"items":[{"id":"x"}]}' },
      post: `pm.test('t', () => pm.response.to.have.jsonSchema({
        properties: { items: { items: { properties: { id: { type: 'number' } } } } } }))`,
    })
    expect(results[0]?.reason).toBe(
      'expected data to satisfy schema but found following errors: \ndata.items[0].id should be number',
    )
  })

  test('refuses a wrong schema in both clients’ scripts, and unknown keywords only in those of Bruno', async () => {
    const { results } = await sendWithScripts({
      post: `pm.test('type', () => pm.expect(1).to.have.jsonSchema({ type: 'nubmer' }))
        pm.test('postman', () => pm.expect(1).to.have.jsonSchema({ kind: 'x' }))
        test('bruno', () => expect(1).to.have.jsonSchema({ kind: 'x' }))
        test('not strict', () => expect(1).to.have.jsonSchema({ kind: 'x' }, { strict: false }))`,
    })
    expect(results).toMatchObject([
      { passed: false, reason: expect.stringContaining('JSON schema compile error: schema.type') },
      { passed: true },
      { passed: false, reason: expect.stringContaining('unknown keyword: "kind"') },
      { passed: true },
    ])
  })

  test('leaves the schema and the data as they are', () =>
    passes(`const schema = { properties: { a: { type: 'string' } } }, data = { a: 1 }
      expect(data).to.have.jsonSchema(schema, { coerceTypes: true })
      expect(Reflect.ownKeys(schema)).to.eql(['properties'])
      expect(data).to.eql({ a: 1 })`))
})
