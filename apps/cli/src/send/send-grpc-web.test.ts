import { defaultGrpcOptions, newGrpcRequest, noScripts, writeItem } from '@parley/model'
import type { GrpcServer } from '@parley/testkit/grpc'
import { startGrpcWebServer } from '@parley/testkit/grpc-web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
let server: GrpcServer

beforeAll(async () => {
  server = await startGrpcWebServer({ httpVersion: '1.1', isText: true })
})
afterAll(() => server.close())

/** Writes a request in a collection; the server describes its service by reflection. */
function writeRequest(): string {
  fixture.write('shop/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  const tests = 'test("id", () => { expect(res.getBody().id).to.equal("7") })'
  return fixture.write(
    'shop/get.yml',
    writeItem(
      newGrpcRequest({
        name: 'Get',
        url: server.address,
        method: 'shop.Books/Get',
        messages: [{ title: '', selected: true, text: '{"id": 7}' }],
        options: { ...defaultGrpcOptions, web: 'text' },
        scripts: { ...noScripts, tests },
      }),
    ),
  )
}

test('a file says that its call is one of gRPC-Web', async () => {
  const file = writeRequest()
  expect(fixture.read('shop/get.yml')).toContain('"web":"text"')
  const { code, stdout, stderr } = await fixture.runCommand(['send', file])
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('✓ id') })
  expect(JSON.parse(stdout.toString())).toMatchObject({ id: '7', title: 'Book 7' })
})

test('a run sends it', async () => {
  writeRequest()
  const { code } = await fixture.run(['shop', '--reporter', 'json=report.json', '--force'])
  const [{ status, response }] = JSON.parse(fixture.read('report.json')).results
  expect({ code, status, response }).toMatchObject({
    code: 0,
    status: 'passed',
    response: { httpVersion: '1.1', grpc: { code: 0, name: 'OK' } },
  })
})
