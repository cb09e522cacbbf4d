import { newHttpRequest, noScripts } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { newCollection, newDefaults, newFolder } from '../../import/new-entities.ts'
import { exportPostman } from './export-postman.ts'
import { foreignNames } from './foreign-names.ts'

test.each([
  ['bru.setVar("a", 1)', ['bru']],
  ['req.setHeader("X", bru.getVar("a"))', ['bru', 'req']],
  ['test("ok", function() { expect(res.getStatus()).to.equal(200) })', ['res', 'test', 'expect']],
  ['res("data.id")', ['res']],
  ['if (res.status === 200) bru.setNextRequest(null)', ['bru', 'res']],
  ['pw.env.set("a", "b"); hopp.env.active', ['pw', 'hopp']],
  ['insomnia\n  .test("a", () => {})', ['insomnia']],
  ['tool.test("a", () => tool.expect(1))', ['tool']],
  ['tc?.setVar("a", 1)', ['tc']],
  ['const x = `$' + '{bru.getVar("a")}`', ['bru']],
  ['// it\'s\nbru.setVar("a", 1)', ['bru']],
  ['const path = /["\']/; bru.setVar("a", 1)', ['bru']],
])('%s uses names that Postman lacks', (script, expected) => expect(foreignNames(script)).toEqual(expected))

test.each([
  'pm.test("res.a", () => pm.expect(pm.response.code).to.equal(200))',
  'const res = pm.response.json(); console.log(res.id)',
  'var a = 1, res = pm.response.json()\nres.id',
  'let res\nres = pm.response.json()\nres.id',
  'pm.sendRequest("http://h", (err, res) => { pm.variables.set("a", res.json().a) })',
  'pm.sendRequest("http://h", function (err, res) { res.json() })',
  'pm.sendRequest("http://h", async res => res.json())',
  'function test(req) { return req.url }\ntest(pm.request)',
  'const { expect, res: [req] } = x; expect(1); req.a',
  'try { x() } catch (res) { res.message }',
  '// bru.setVar("a")\n/* res.status\n req.url */ "bru.x" + \'tool.y\'',
  'pm.request.req.url; a.test("x"); ({ res: 1, tool: 2 }).res; tests["a"] = true',
  'class A { test(a) { return a } }',
  'responseBody.res; xbru.a; bru_.a; $tool.a',
  'bru',
])('%s has no names that Postman lacks', script => expect(foreignNames(script)).toEqual([]))

test('a long text is read in time that grows with its length', () => {
  expect(foreignNames('('.repeat(200_000))).toEqual([])
  expect(foreignNames(`${'{ const { '.repeat(50_000)}bru.a`)).toEqual(['bru'])
})

describe('an export', () => {
  const scripts = { ...noScripts, preRequest: 'bru.setVar("a", 1)', tests: 'test("a", () => {})' }
  const defaults = newDefaults({ scripts })
  const request = newHttpRequest({ name: 'R', url: 'http://h', scripts })
  const collection = newCollection('C', { defaults, items: [newFolder('F', { defaults, items: [request] })] })

  test('copies the scripts, and names what Postman lacks', () => {
    const { value, losses } = exportPostman(collection, { includeSecrets: false })
    expect(JSON.stringify(value).match(/bru\.setVar/g)).toHaveLength(3)
    const subject = 'the names bru and test in scripts'
    expect(losses).toEqual([
      { path: ['C', 'F', 'R'], subject },
      { path: ['C', 'F'], subject },
      { path: ['C'], subject },
    ])
  })
})
