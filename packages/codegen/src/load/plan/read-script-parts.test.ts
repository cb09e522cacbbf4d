import { expect, test } from 'vitest'
import { readScriptParts } from './read-script-parts.ts'
import type { LoadOperator, ResponseSource, Scalar } from './script-parts.ts'

const status: ResponseSource = { kind: 'status' }
const json = (...path: (string | number)[]): ResponseSource => ({ kind: 'json', path })
const header = (name: string): ResponseSource => ({ kind: 'header', name })

const checks: readonly (readonly [string, ResponseSource, LoadOperator, Scalar])[] = [
  ['pm.response.to.have.status(201)', status, 'eq', 201],
  ['pm.response.to.not.have.status(500);', status, 'neq', 500],
  ['pm.response.to.have.header("X-A")', header('X-A'), 'exists', null],
  [`pm.response.to.have.header('X-A', 'b')`, header('X-A'), 'eq', 'b'],
  ['pm.expect(pm.response.code).to.equal(200)', status, 'eq', 200],
  ['pm.expect(pm.response.responseTime).to.be.below(200)', { kind: 'time' }, 'lt', 200],
  ['pm.expect(pm.response.headers.get("X")).to.include("json")', header('X'), 'contains', 'json'],
  ['pm.expect(pm.response.text()).to.not.include("oops")', { kind: 'text' }, 'notContains', 'oops'],
  ['pm.expect(pm.response.json().a.b[0]["c d"]).to.eql(-1.5)', json('a', 'b', 0, 'c d'), 'eq', -1.5],
  ['pm.expect(pm.response.json().a).to.be.above(1)', json('a'), 'gt', 1],
  ['pm.expect(pm.response.json().a).to.not.equal(null)', json('a'), 'neq', null],
  ['pm.expect(pm.response.json()).to.have.property("id")', json('id'), 'exists', null],
  ['pm.expect(pm.response.json()).to.have.property("id", true)', json('id'), 'eq', true],
  ['pm.expect(pm.response.json().id).to.exist', json('id'), 'exists', null],
  ['pm.response.to.be.notFound;', status, 'eq', 404],
  ['pw.expect(pw.response.status).toBe(200)', status, 'eq', 200],
  ['pw.expect(pw.response.body.a).toBe("x")', json('a'), 'eq', 'x'],
  ['expect(res.getStatus()).to.equal(200)', status, 'eq', 200],
  ['expect(res.status).to.equal(200)', status, 'eq', 200],
  ['expect(res.body.a).to.be.at.least(2)', json('a'), 'gte', 2],
]

test.each(checks)('a test with %s is translated', (code, source, operator, value) => {
  const name = 'it\'s "so"'
  for (const script of [
    `pm.test(${JSON.stringify(name)}, function () {\n  ${code}\n})`,
    `test(${JSON.stringify(name)}, () => { ${code} });`,
  ])
    expect(readScriptParts(script)).toEqual({
      checks: [{ name, source, operator, value }],
      sets: [],
      unread: [],
    })
})

test('a range of statuses becomes two checks, and its negation is listed', () => {
  const isSuccess = [
    { name: 'a', source: status, operator: 'gte', value: 200 },
    { name: 'a', source: status, operator: 'lte', value: 299 },
  ]
  for (const code of ['pm.response.to.be.success', 'pm.response.to.be.ok', 'tool.response.to.be.ok()'])
    expect(readScriptParts(`pm.test("a", () => { ${code} })`)).toEqual({
      checks: isSuccess,
      sets: [],
      unread: [],
    })
  for (const code of ['pm.response.to.not.be.ok', 'pm.response.to.be.json', 'pm.expect(1).to.be.ok'])
    expect(readScriptParts(`pm.test("a", () => { ${code} })`).unread, code).toHaveLength(1)
})

test('variables are set to texts and parts of the response, also by a name for it', () => {
  const script = `
    // The token.
    const body = pm.response.json();
    const first = body.items[0]
    pm.environment.set("token", body.access_token)
    pm.collectionVariables.set('id', first.id);
    pm.globals.set("kind", "x")
    bru.setVar("etag", res.getHeader("etag"))
    /* no more */`
  expect(readScriptParts(script)).toEqual({
    checks: [],
    sets: [
      { name: 'token', value: json('access_token') },
      { name: 'id', value: json('items', 0, 'id') },
      { name: 'kind', value: { kind: 'literal', text: 'x' } },
      { name: 'etag', value: header('etag') },
    ],
    unread: [],
  })
})

test('everything else is listed with its line, and what is around it is translated', () => {
  const script = [
    'pm.test("a", () => {',
    '  pm.response.to.have.status(200)',
    '  if (x) { pm.expect(1).to.eql(1) }',
    '  pm.expect(pm.response.json().items.length).to.eql(2)',
    '})',
    'console.log("x")',
    'pm.sendRequest("http://a", (e, r) => {',
    '  pm.environment.set("b", r.json().b)',
    '})',
    'pm.environment.set("c", Math.random())',
  ].join('\n')
  const { checks: found, sets, unread } = readScriptParts(script)
  expect(found.map(({ source }) => source)).toEqual([status])
  expect(sets).toEqual([])
  expect(unread).toEqual([
    { line: 3, code: 'if (x) { pm.expect(1).to.eql(1) }' },
    { line: 4, code: 'pm.expect(pm.response.json().items.length).to.eql(2)' },
    { line: 6, code: 'console.log("x")' },
    { line: 7, code: 'pm.sendRequest("http://a", (e, r) => {' },
    { line: 10, code: 'pm.environment.set("c", Math.random())' },
  ])
})

test.each(['const a = /x/', 'const a = `$' + '{b}`', 'const a = "\\u0041"', 'const a = "open'])(
  'a script is not read from %j on',
  code => {
    const script = `pm.environment.set("a", "b")\n${code}\npm.environment.set("c", "d")`
    const { sets, unread } = readScriptParts(script)
    expect(sets.map(({ name }) => name)).toEqual(['a'])
    expect(unread).toEqual([{ line: 2, code }])
  },
)
