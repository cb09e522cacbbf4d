import { closeSync, existsSync, openSync } from 'node:fs'
import { newAuth, newGraphQlRequest, noScripts, writeItem } from '@parley/model'
import { startSink } from '@parley/testkit'
import { type GraphQlServer, startGraphQlServer } from '@parley/testkit/graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
let graphQl: GraphQlServer
beforeAll(async () => {
  graphQl = await startGraphQlServer()
})
afterAll(() => graphQl.close())

const schema = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await fixture.runCommand(['schema', ...args])
  return { code, stdout: stdout.toString(), stderr }
}

const requestFile = (fields: Partial<Parameters<typeof newGraphQlRequest>[0]> = {}) =>
  fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url: graphQl.url, ...fields })))

describe('parley schema', () => {
  test('prints SDL, and writes it to a new file', async () => {
    const printed = await schema(requestFile())
    expect(printed).toMatchObject({ code: 0, stderr: '' })
    expect(printed.stdout).toContain('type Book {\n  title: String!\n  author: String\n')
    const out = fixture.path('schema.graphql')
    expect(await schema('q.yml', '-o', out)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(fixture.read('schema.graphql')).toBe(printed.stdout)
    const again = await schema('q.yml', '-o', out)
    expect(again.code).toBe(3)
    expect(again.stderr).toContain('Nothing was sent. Add --force to overwrite it.')
    expect((await schema('q.yml', '-o', out, '--force')).code).toBe(0)
  })

  test('a descriptor takes it without --force', async () => {
    const descriptor = openSync(fixture.path('out'), 'w+')
    expect(await schema(requestFile(), '-o', `/dev/fd/${descriptor}`)).toMatchObject({ code: 0, stderr: '' })
    closeSync(descriptor)
    expect(fixture.read('out')).toContain('type Book {')
  })

  test('writes the response of the server with --json, and to a file named .json', async () => {
    const printed = await schema(requestFile(), '--json')
    expect(JSON.parse(printed.stdout)).toMatchObject({ data: { __schema: { queryType: { name: 'Query' } } } })
    await schema('q.yml', '-o', fixture.path('schema.json'))
    expect(fixture.read('schema.json')).toBe(printed.stdout)
  })

  test('sends the authorization, and runs scripts only with --with-scripts', async () => {
    const sink = await startSink(() => ({
      statusCode: 200,
      headers: ['Content-Type', 'application/json'],
      content:
        '{"data":{"__schema":{"queryType":{"name":"Q"},"types":[{"kind":"OBJECT","name":"Q","interfaces":[],"fields":[{"name":"a","args":[],"type":{"kind":"SCALAR","name":"Int"}}]},{"kind":"SCALAR","name":"Int"},{"kind":"SCALAR","name":"String"},{"kind":"SCALAR","name":"Boolean"}],"directives":[]}}}',
    }))
    const file = requestFile({
      url: sink.url,
      auth: { ...newAuth('bearer'), token: '{{token}}' },
      scripts: { ...noScripts, preRequest: "req.setHeader('X-Signed', 'yes')" },
    })
    expect(await schema(file, '--var', 'token=t')).toMatchObject({
      code: 0,
      stdout: 'schema {\n  query: Q\n}\n\ntype Q {\n  a: Int\n}\n',
    })
    const fieldsOf = (at: number) =>
      sink.requests[at]?.headers.map(({ name, value }) => `${name}: ${value}`) ?? []
    expect(fieldsOf(0)).toContain('Authorization: Bearer t')
    expect(fieldsOf(0)).not.toContain('X-Signed: yes')
    expect((await schema(file, '--var', 'token=t', '--with-scripts')).code).toBe(0)
    expect(fieldsOf(1)).toContain('X-Signed: yes')
    await sink.close()
  })

  test.each([
    ['no server', { url: 'http://127.0.0.1:1/' }, 2, 'ECONNREFUSED'],
    ['an invalid URL', { url: 'ftp://host/' }, 3, ''],
  ] as const)('%s: says why, and writes nothing', async (_, fields, code, words) => {
    const failed = await schema(requestFile(fields), '-o', fixture.path('schema.graphql'))
    expect(failed.code).toBe(code)
    expect(failed.stderr).toContain(words)
    expect(existsSync(fixture.path('schema.graphql'))).toBe(false)
  })

  test('a response without a schema says what came', async () => {
    const sink = await startSink()
    const failed = await schema(requestFile({ url: sink.url }))
    expect(failed).toMatchObject({ code: 2, stdout: '' })
    expect(failed.stderr).toContain('which is not a GraphQL response. (NOT_GRAPHQL)')
    await sink.close()
  })

  test('a path that is no request is refused', async () => {
    expect(await schema('nowhere.yml')).toMatchObject({ code: 3, stdout: '' })
  })
})
