import { describe, expect, test } from 'vitest'
import { sendWithScripts } from '../script-fixture.testkit.ts'
import { checkScript } from './check-script.ts'
import { unsupportedGlobals, unsupportedMembers } from './unsupported-names.ts'

const names = (source: string) => checkScript(source).unsupported.map(call => call.name)

describe('checkScript', () => {
  test('names calls with their position, in the order of the script', () => {
    expect(
      checkScript('const a = require("x")\n\n  bru.getProcessEnv("HOME")\nawait fetch("y")').unsupported,
    ).toEqual([
      { name: 'require', line: 1, column: 11 },
      { name: 'bru.getProcessEnv', line: 3, column: 3 },
      { name: 'fetch', line: 4, column: 7 },
    ])
  })

  test.each([
    ['pm["vault"].get("a")', ['pm.vault.get']],
    ['pm?.vault?.get("a")', ['pm.vault.get']],
    ['insomnia.vault.get("a")', ['pm.vault.get']],
    ['globalThis.fetch()', ['fetch']],
    ['hopp.env.active.get("a")', ['hopp']],
    ['CryptoJS.MD5("a").toString()', []],
    ['test("a", () => { if (x) { bru.cookies.jar() } })', ['bru.cookies']],
    ['const { a = require("x") } = {}', ['require']],
    ['_.map([], x => moment(x))', []],
    ['require("lodash"); require("node:crypto")', []],
    ['pm.test("a", () => {}); tool.response.json()', []],
    ['function fetch() {} fetch()', []],
    ['const { hopp } = lib; hopp()', []],
    ['typeof fetch === "undefined"', []],
    ['x.fetch(); ({ fetch: 1, require() {} }); class A { process() {} }', []],
    ['pm.environment.get("require")', []],
    ['return require("x")', ['require']],
    ['a[require("x")].b', ['require']],
    ['pm.expect(a).to.have.jsonSchema(s)', []],
    ['', []],
  ])('%s', (source, wanted) => {
    expect(names(source)).toEqual(wanted)
  })

  test('returns the position of a syntax error', () => {
    expect(checkScript('let a = 1\nvar = ;')).toEqual({
      unsupported: [],
      libraries: [],
      syntaxError: { message: 'Unexpected token', line: 2, column: 5 },
    })
    expect(checkScript('('.repeat(200_000)).syntaxError).not.toBeNull()
  })
})

describe('bundled libraries', () => {
  test.each([
    ['a\nconst x = require("lodash")', [{ name: "require('lodash')", line: 2, column: 11 }]],
    ["require('node:crypto').randomUUID()", [{ name: "require('crypto')", line: 1, column: 1 }]],
    ['require("lodash").map(require("moment"))', ["require('lodash')", "require('moment')"]],
    ['require(name)', []],
    ['const require = n => n; require("lodash")', []],
  ])('%s', (source, wanted) => {
    const { libraries } = checkScript(source)
    expect(wanted.every(one => typeof one === 'string') ? libraries.map(one => one.name) : libraries).toEqual(
      wanted,
    )
  })
})

describe('the list and the sandbox agree', () => {
  test.each(unsupportedMembers)('%s says that it is not supported', async name => {
    const source = /cookies$|headerList$/.test(name) ? name : `${name}("a")`
    const phase = name.startsWith('res.') ? { post: source } : { pre: source }
    expect((await sendWithScripts(phase)).error).toMatch(/ is not supported(?:$|\.)/)
    expect(names(source)).toEqual([name])
  })

  test.each(unsupportedGlobals)('%s says that it is not supported', async name => {
    expect((await sendWithScripts({ pre: `${name}` })).error).toContain(`${name} is not supported. `)
    expect(names(`${name}("a")`)).toEqual([name])
  })
})

test('a script that is nested too deeply for the parser has no findings', () => {
  for (const text of ['[', '(', '{{']) expect(checkScript(text.repeat(200_000)).unsupported, text).toEqual([])
})
