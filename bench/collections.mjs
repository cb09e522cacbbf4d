import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the same requests as a collection of each client below a folder, each with a number of tests and an
 * optional script before it. Each test parses the response and checks its id.
 */
export function writeCollections(folder, { requests, tests, url, test }) {
  mkdirSync(folder, { recursive: true })
  const names = Array.from({ length: requests }, (_, at) => `Request ${at}`)
  const of = { folder, names, tests, url: at => `${url}?i=${at}`, test }
  return { postman: postman(of), bruno: bruno(of), hoppscotch: hoppscotch(of), http: http(of) }
}

const repeated = (count, line) => Array.from({ length: count }, (_, at) => line(at)).join('\n')

function postman({ folder, names, tests, url, test }) {
  const script = (listen, exec) => ({ listen, script: { exec: [exec] } })
  const body = repeated(
    tests,
    at => `pm.test("t${at}", () => { ${test('pm.response.json()', 'pm.expect')} })`,
  )
  const event =
    tests === 0
      ? []
      : [script('prerequest', 'pm.environment.set("i", pm.info.iteration)'), script('test', body)]
  const item = names.map((name, at) => ({ name, request: { method: 'GET', url: url(at) }, event }))
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  return write(folder, 'postman.json', JSON.stringify({ info: { name: 'Bench', schema }, item }))
}

function bruno({ folder, names, tests, url, test }) {
  const root = join(folder, 'bruno')
  mkdirSync(root, { recursive: true })
  write(root, 'bruno.json', JSON.stringify({ version: '1', name: 'Bench', type: 'collection' }))
  const body = repeated(tests, at => `  test("t${at}", () => { ${test('res.getBody()', 'expect')} })`)
  const scripts =
    tests === 0 ? '' : `\nscript:pre-request {\n  bru.setVar("i", 1)\n}\n\ntests {\n${body}\n}\n`
  for (const [at, name] of names.entries())
    write(
      root,
      `${name}.bru`,
      `meta {\n  name: ${name}\n  type: http\n  seq: ${at + 1}\n}\n\nget {\n  url: ${url(at)}\n  body: none\n  auth: none\n}\n${scripts}`,
    )
  return root
}

function hoppscotch({ folder, names, tests, url, test }) {
  const body = repeated(tests, at => `pw.test("t${at}", () => { ${test('pw.response.body', 'pw.expect')} })`)
  const requests = names.map((name, at) => ({
    v: '5',
    name,
    method: 'GET',
    endpoint: url(at),
    params: [],
    headers: [],
    preRequestScript: tests === 0 ? '' : 'pw.env.set("i", "1")',
    testScript: body,
    auth: { authType: 'none', authActive: true },
    body: { contentType: null, body: null },
    requestVariables: [],
  }))
  const collection = {
    v: 2,
    name: 'Bench',
    folders: [],
    requests,
    auth: { authType: 'none', authActive: true },
    headers: [],
  }
  return write(folder, 'hoppscotch.json', JSON.stringify(collection))
}

function http({ folder, names, tests, url, test }) {
  const body = repeated(tests, at => `test("t${at}", () => { ${test('response.parsedBody', 'expect')} });`)
  const before = tests === 0 ? '' : '{{\n  exports.i = 1;\n}}\n'
  const after =
    tests === 0
      ? ''
      : `\n{{\n  const expect = value => ({ to: { equal: wanted => require('assert').strictEqual(value, wanted) } });\n${body}\n}}\n`
  const texts = names.map((name, at) => `### ${name}\n${before}GET ${url(at)}\n${after}`)
  return write(folder, 'bench.http', texts.join('\n'))
}

function write(folder, name, content) {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
