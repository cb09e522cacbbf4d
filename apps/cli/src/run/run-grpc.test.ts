import { type GrpcRequest, newGrpcRequest, noScripts, writeItem } from '@parley/model'
import { type GrpcServer, shopProtos, startGrpcServer } from '@parley/testkit/grpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
let server: GrpcServer

beforeAll(async () => {
  server = await startGrpcServer()
})
afterAll(() => server.close())

const message = (text: string) => ({ title: text, selected: true, text })
const failing = [message('{"code": 5, "message": "no book"}')]

/** Writes a collection with a request for each entry, in this order. */
function collection(requests: Readonly<Record<string, Partial<Omit<GrpcRequest, 'kind'>>>>): string {
  fixture.write('shop/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  for (const [at, [name, fields]] of Object.entries(requests).entries())
    fixture.write(
      `shop/${name}.yml`,
      writeItem(
        newGrpcRequest({ name, sequence: at + 1, url: server.address, method: 'shop.Books/Get', ...fields }),
      ),
    )
  return 'shop'
}

async function results(folder: string) {
  const { code } = await fixture.run([
    folder,
    '--reporter',
    'json=report.json',
    '--reporter',
    'junit=report.xml',
    '--force',
  ])
  const report = JSON.parse(fixture.read('report.json'))
  const rows: readonly {
    name: string
    status: string
    skipped: string | null
    tests: unknown
    response: unknown
  }[] = report.results ?? report.requests
  return { code, rows }
}

/** Each type of method: the call, and a test of its answer, which is a list for a stream. */
const types = {
  unary: {
    fields: { messages: [message('{"id": 7}')] },
    isTrue: 'res.getBody().id === "7"',
    assertion: 'res.body.title',
    value: 'Book 7',
  },
  'client streaming': {
    fields: { method: 'shop.Books/Add', messages: [message('{"id": 1}'), message('{"id": 2}')] },
    isTrue: 'res.getBody().count === 2',
    assertion: 'res.body.count',
    value: '2',
  },
  'server streaming': {
    fields: { method: 'shop.Books/List', messages: [message('{"count": 3}')] },
    isTrue: 'res.getBody().length === 3 && res.getBody()[2].id === "3"',
    assertion: 'res.body[2].title',
    value: 'Book 3',
  },
  bidirectional: {
    fields: { method: 'shop.Books/Chat', messages: [message('{"title": "{{before}}"}'), message('{}')] },
    isTrue: 'res.getBody()[0].title === "You said set before"',
    assertion: 'res.body.length',
    value: '2',
  },
} as const

const reports = ['json', 'junit', 'html', 'tap', 'github'] as const

test('a run sends calls of each type, with their scripts and assertions, and each report has them', async () => {
  const requests = Object.entries(types).map(([name, { fields, isTrue, assertion, value }]) => [
    name,
    {
      ...fields,
      scripts: {
        ...noScripts,
        preRequest: 'bru.setVar("before", "set before")',
        postResponse: 'bru.setVar("after", String(res.getStatus()))',
        tests: `test("tested ${name}", () => { expect(${isTrue}).to.equal(true); expect(bru.getVar("after")).to.equal("0") })`,
      },
      assertions: [{ expression: assertion, operator: 'eq', value, enabled: true }],
    },
  ])
  const folder = collection(Object.fromEntries(requests))
  const { code, stdout } = await fixture.run([
    folder,
    '--reporter',
    'cli',
    ...reports.flatMap(one => ['--reporter', `${one}=report.${one}`]),
    '--force',
  ])
  const { results: rows } = JSON.parse(fixture.read('report.json'))
  for (const [at, name] of Object.keys(types).entries()) {
    const row = rows[at]
    expect(row, JSON.stringify(row)).toMatchObject({ name, status: 'passed', skipped: null })
    expect(row.tests, name).toHaveLength(2)
    expect(row.response.grpc, name).toMatchObject({ code: 0, name: 'OK' })
    for (const report of ['junit', 'html', 'tap'])
      expect(fixture.read(`report.${report}`), `${report} ${name}`).toContain(`tested ${name}`)
  }
  expect(stdout).toContain('8 of 8 tests passed')
  expect(code).toBe(0)
})

test('a failed test of a stream is in each report', async () => {
  const scripts = {
    ...noScripts,
    tests: 'test("none of them", () => { expect(res.getBody().length).to.equal(0) })',
  }
  const fields = { method: 'shop.Books/List', messages: [message('{"count": 3}')], scripts }
  const { code, stdout } = await fixture.run([
    collection({ stream: fields }),
    '--reporter',
    'cli',
    ...reports.flatMap(one => ['--reporter', `${one}=report.${one}`]),
    '--force',
  ])
  for (const report of reports) expect(fixture.read(`report.${report}`), report).toContain('none of them')
  expect(stdout).toContain('none of them')
  expect(code).toBe(1)
})

test('a stream is received up to 10,000 messages', async () => {
  const scripts = {
    ...noScripts,
    tests:
      'test("bounded", () => { expect(res.getBody().length).to.equal(10000); expect(res.getStatus()).to.equal(1) })',
  }
  const { code, rows } = await results(
    collection({
      long: { method: 'shop.Books/List', messages: [message('{"count": 20000}')], scripts },
      untested: { method: 'shop.Books/List', messages: [message('{"count": 20000}')] },
    }),
  )
  expect(rows.map(({ status }) => status)).toEqual(['passed', 'untested'])
  expect(rows[1]?.response).toMatchObject({
    grpc: {
      code: 1,
      name: 'CANCELLED',
      message: 'Parley ended the call after 10000 messages, which is the limit for runs.',
    },
  })
  expect(code).toBe(0)
})

test('a status other than 0 fails the call, unless a test looks at the status', async () => {
  const withTests = (tests: string) => ({
    method: 'shop.Books/Fail',
    messages: failing,
    scripts: { ...noScripts, tests },
  })
  const { code, rows } = await results(
    collection({
      plain: withTests(''),
      other: withTests('test("status code", () => { /* res.status */ })'),
      looking: withTests('test("not found", () => { expect(res.getStatus()).to.equal(5) })'),
    }),
  )
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['plain', 'failed'],
    ['other', 'failed'],
    ['looking', 'passed'],
  ])
  expect(rows[0]?.tests).toEqual([
    expect.objectContaining({ name: 'The status is 0 OK', passed: false, reason: '5 NOT_FOUND: no book' }),
  ])
  expect(fixture.read('report.xml')).toContain('5 NOT_FOUND: no book')
  expect(code).toBe(1)
})

test('the terminal shows the kind and the status of gRPC', async () => {
  const { stdout } = await fixture.run([
    collection({ plain: { method: 'shop.Books/Fail', messages: failing } }),
  ])
  expect(stdout).toContain('✗ gRPC plain  5 NOT_FOUND')
  expect(stdout).not.toContain('200')
})

test('a message that is no message is an error, and nothing is sent', async () => {
  const { code, rows } = await results(collection({ wrong: { messages: [message('{"nope": 1}')] } }))
  expect(rows.map(({ status }) => status)).toEqual(['error'])
  expect(code).toBe(2)
})

test('the .proto files in an export of Insomnia are those of its own collection, and win over files beside it', async () => {
  const workspace = (id: string, name: string, texts: Readonly<Record<string, string>>) => [
    { _id: id, _type: 'workspace', name },
    ...Object.entries(texts).map(([file, protoText]) => ({
      ...{ _id: `${id}-${file}`, _type: 'proto_file', parentId: id, name: file, protoText },
    })),
    {
      ...{ _id: `${id}-call`, _type: 'grpc_request', parentId: id, name, url: server.address },
      ...{
        protoFileId: `${id}-shop.proto`,
        protoMethodName: '/shop.Books/Get',
        body: { text: '{"id": "7"}' },
      },
    },
  ]
  const other = 'syntax = "proto3"; package shop; message A {} service Books { rpc Other(A) returns (A); }'
  fixture.write('protos/shop.proto', 'This is no definition.')
  const file = fixture.write('export.json', {
    ...{ _type: 'export', __export_format: 4 },
    resources: [...workspace('a', 'Right', shopProtos), ...workspace('b', 'Other', { 'shop.proto': other })],
  })
  const { rows } = await results(file)
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['Right', 'untested'],
    ['Other', 'error'],
  ])
  expect(JSON.stringify(rows[1])).toContain('GRPC_METHOD_UNKNOWN')
})
