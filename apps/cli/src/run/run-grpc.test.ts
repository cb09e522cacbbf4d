import { type GrpcRequest, newGrpcRequest, noScripts, writeItem } from '@parley/model'
import { type GrpcServer, startGrpcServer } from '@parley/testkit/grpc'
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

test('a run sends the calls that are answered once, with their tests, and skips the others', async () => {
  const tests = 'test("id", () => { expect(res.getBody().id).to.equal("7") })'
  const { code, rows } = await results(
    collection({
      unary: { messages: [message('{"id": 7}')], scripts: { ...noScripts, tests } },
      client: {
        method: 'shop.Books/Add',
        methodType: 'clientStreaming',
        messages: [message('{"id": 1}'), message('{"id": 2}')],
        scripts: {
          ...noScripts,
          tests: 'test("count", () => { expect(res.getBody().count).to.equal(2) })',
        },
      },
      stream: { method: 'shop.Books/List', methodType: 'serverStreaming' },
    }),
  )
  expect(rows.map(({ name, status, skipped }) => [name, status, skipped])).toEqual([
    ['unary', 'passed', null],
    ['client', 'passed', null],
    ['stream', 'skipped', 'LIVE_STREAM'],
  ])
  expect(rows[0]?.response).toMatchObject({ statusCode: 200, grpc: { code: 0, name: 'OK' } })
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
      other: withTests('test("other", () => {})'),
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

test('the terminal shows the status of gRPC', async () => {
  const { stdout } = await fixture.run([
    collection({ plain: { method: 'shop.Books/Fail', messages: failing } }),
  ])
  expect(stdout).toContain('5 NOT_FOUND')
  expect(stdout).not.toContain('200')
})

test('a message that is no message is an error, and nothing is sent', async () => {
  const { code, rows } = await results(collection({ wrong: { messages: [message('{"nope": 1}')] } }))
  expect(rows.map(({ status }) => status)).toEqual(['error'])
  expect(code).toBe(2)
})
