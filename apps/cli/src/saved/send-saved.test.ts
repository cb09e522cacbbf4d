import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { newGraphQlRequest, newHttpRequest, noScripts, type Scripts, writeItem } from '@parley/model'
import { startSink } from '@parley/testkit'
import { type GraphQlServer, startGraphQlServer } from '@parley/testkit/graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InProcessOptions } from '../io/run-in-process.testkit.ts'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
let graphQl: GraphQlServer
beforeAll(async () => {
  graphQl = await startGraphQlServer()
})
afterAll(() => graphQl.close())

const send = async (args: readonly string[], options?: InProcessOptions) => {
  const { code, stdout, stderr } = await fixture.runCommand(['send', ...args], options)
  return { code, stdout: stdout.toString(), stderr }
}

const httpFile = (scripts: Partial<Scripts>, url = fixture.sink.url) =>
  fixture.write(
    'one.yml',
    writeItem(newHttpRequest({ name: 'One', url, scripts: { ...noScripts, ...scripts } })),
  )

const graphQlFile = (query: string, variables = '') =>
  fixture.write(
    'query.yml',
    writeItem(
      newGraphQlRequest({ name: 'Q', url: graphQl.url, body: { type: 'graphql', query, variables } }),
    ),
  )

describe('parley send FILE', () => {
  test('says that a script skipped the request, which is no failure', async () => {
    const skipped = await send([
      httpFile({ preRequest: 'pm.execution.skipRequest(); throw new Error("on")' }),
    ])
    expect(skipped).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('Skipped by its script. Nothing was sent'),
    })
    expect(fixture.sink.requests).toEqual([])
  })

  test('prints notes on scripts, and lists them in JSON', async () => {
    const file = httpFile({ preRequest: '\n pm.setNextRequest("A")' })
    const text = 'pm.setNextRequest (line 2) has no effect'
    expect((await send([file])).stderr).toContain(text)
    const { stdout } = await send([file, '--json-output'])
    expect(JSON.parse(stdout)).toMatchObject({
      notices: [],
      notes: [{ member: 'pm.setNextRequest', line: 2, text }],
    })
  })

  test.each([
    ['200', 0, '✓ res.status equals 200\n'],
    ['500', 1, '✗ res.status equals 500\n  │ expected 200 to equal 500\n'],
  ])('checks the assertions of a file without scripts: res.status eq %s', async (value, code, text) => {
    const assertions = [{ expression: 'res.status', operator: 'eq', value, enabled: true }]
    const file = fixture.write('one.yml', writeItem(newHttpRequest({ url: fixture.sink.url, assertions })))
    const sent = await send([file])
    expect(sent.code).toBe(code)
    expect(sent.stderr).toContain(text)
    expect(await fixture.run([file])).toMatchObject({ code })
  })

  test('sends what parley run sends, with what it inherits, and prints the body', async () => {
    fixture.workspace()
    fixture.write(
      'shop/books/opencollection.yml',
      'opencollection: 1.0.0\ninfo:\n  name: Books\nrequest:\n  headers:\n    - name: X-From\n      value: "{{where}}"\n  auth:\n    type: bearer\n    token: "{{where}}"\n',
    )
    const args = ['shop/books/list.yml', '--env', 'Local', '--env-var', 'more=1']
    const ran = await fixture.run(args)
    expect(ran).toMatchObject({ code: 0 })
    expect(await send(args)).toEqual({ code: 0, stdout: '{}', stderr: '✓ t\n' })
    const [first, second] = fixture.sink.requests
    expect(first?.headers).toContainEqual({ name: 'X-From', value: 'local' })
    expect(first?.headers).toContainEqual({ name: 'Authorization', value: 'Bearer local' })
    expect(second).toEqual(first)
  })

  test.each<[string, () => readonly string[]]>([
    ['a lone file', () => [httpFile({})]],
    [
      'a Postman collection with --only',
      () => [
        fixture.postman([
          { name: 'A', url: `${fixture.sink.url}/other` },
          { name: 'One', url: fixture.sink.url },
        ]),
        '--only',
        'One',
      ],
    ],
    [
      'a file of a Bruno collection',
      () => {
        fixture.write('b/bruno.json', { version: '1', name: 'B', type: 'collection' })
        fixture.write('b/collection.bru', 'headers {\n  X-Shared: yes\n}\n')
        fixture.write('b/two.bru', `meta {\n  name: Two\n}\nget {\n  url: ${fixture.sink.url}/two\n}\n`)
        return [
          fixture.write('b/f/one.bru', `meta {\n  name: One\n}\nget {\n  url: ${fixture.sink.url}\n}\n`),
        ]
      },
    ],
    [
      'a lone Bruno file',
      () => [fixture.write('one.bru', `meta {\n  name: One\n}\nget {\n  url: ${fixture.sink.url}\n}\n`)],
    ],
  ])('sends %s', async (name, prepare) => {
    expect(await send([...prepare(), '-q'])).toEqual({ code: 0, stdout: '{}', stderr: '' })
    expect(fixture.asked()).toEqual(['/'])
    if (name.includes('of a Bruno'))
      expect(fixture.sink.requests[0]?.headers).toContainEqual({ name: 'X-Shared', value: 'yes' })
  })

  test.each<[string, Partial<Scripts>, number, string]>([
    ['a test passes', { postResponse: 'test("ok", () => {})' }, 0, '✓ ok\n'],
    [
      'a test fails',
      { postResponse: 'test("bad", () => { throw new Error("no\\nparley: forged") })' },
      1,
      '✗ bad\n  │ no\n  │ parley: forged\n',
    ],
    ['a test fails in another part', { tests: 'test("bad", () => { throw new Error("no") })' }, 1, '✗ bad\n'],
    ['a post-response script throws', { postResponse: 'throw new Error("oops")' }, 1, 'Script error: oops'],
    ['a pre-request script throws', { preRequest: 'throw new Error("oops")' }, 1, 'oops'],
    [
      'a test reads the body that is printed',
      { postResponse: 'test("body", () => pm.expect(pm.response.text()).to.equal("{}"))' },
      0,
      '✓ body\n',
    ],
  ])('%s', async (_, scripts, code, text) => {
    const ended = await send([httpFile(scripts)])
    expect(ended.stderr).toContain(text)
    expect(ended).toMatchObject({ code, stdout: scripts.preRequest === undefined ? '{}' : '' })
  })

  test('the document of --json-output has the tests', async () => {
    const file = httpFile({
      postResponse: 'test("bad", () => { throw new Error("no") }); throw new Error("oops")',
    })
    const { code, stdout } = await send([file, '--json-output'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      response: { body: { text: '{}' } },
      tests: [{ name: 'bad', passed: false, reason: 'no' }],
      scriptErrors: [{ message: 'oops', owner: 'request', phase: 'postResponse' }],
    })
  })

  test('a file outside the folder is sent only with --allow-file', async () => {
    fixture.write('up.txt', 'outside')
    fixture.write('w/in.txt', 'inside')
    const parts = (filePath: string) =>
      writeItem(
        newHttpRequest({
          name: 'Up',
          method: 'POST',
          url: fixture.sink.url,
          body: {
            type: 'multipart',
            parts: [{ kind: 'file', name: 'f', filePaths: [filePath], enabled: true }],
          },
        }),
      )
    fixture.write('w/inside.yml', parts('in.txt'))
    fixture.write('w/outside.yml', parts('../up.txt'))
    expect(await send(['w/inside.yml'])).toMatchObject({ code: 0 })
    const refused = await send(['w/outside.yml'])
    expect(refused).toMatchObject({ code: 3, stdout: '' })
    expect(refused.stderr).toContain('FILE_NOT_ALLOWED')
    expect(refused.stderr).toContain('--allow-file PATH')
    expect(await send(['w/outside.yml', '--allow-file', 'up.txt'])).toMatchObject({ code: 0 })
    const contents = fixture.sink.requests.map(({ content }) => content.toString())
    expect(contents.map(text => /inside|outside/.exec(text)?.[0])).toEqual(['inside', 'outside'])
  })

  test('a secret is shown nowhere, and scripts may not read it', async () => {
    const canary = 'canary-1f00d5'
    const url = `${fixture.sink.url}/{{key}}?a={{key}}`
    const args = ['--secret', `key=${canary}`, '--timing']
    const sent = await send([
      httpFile({ postResponse: 'test("t", () => { throw new Error(pm.request.url) })' }, url),
      ...args,
      '--json-output',
    ])
    expect(sent.code).toBe(1)
    expect(fixture.asked()).toEqual([`/${canary}?a=${canary}`])
    expect(sent.stdout + sent.stderr).not.toContain(canary)
    const read = await send([httpFile({ preRequest: 'pm.variables.get("key")' }, url), ...args])
    expect(read.stderr).toContain('--allow-secret key')
    const allowed = [...args, '--allow-secret', 'key']
    const script = 'test("t", () => { throw new Error(pm.variables.get("key")) })'
    const shown = await send([httpFile({ postResponse: script }, url), ...allowed])
    expect(shown.code).toBe(1)
    expect(shown.stderr).not.toContain(canary)
  })

  test('the body goes to a file, and the head before it', async () => {
    const file = httpFile({ postResponse: 'test("t", () => {})' })
    expect(await send([file, '-o', 'out.json', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(fixture.read('out.json')).toBe('{}')
    expect((await send([file, '-i', '-q'])).stdout).toMatch(/^HTTP\/1\.1 200 OK\n[\s\S]*\n\n\{\}$/)
  })

  test.each([
    [['gone.yml'], 'There is no file or folder gone.yml'],
    [['gone.bru'], 'There is no file or folder gone.bru'],
    [['shop'], 'shop contains 3 requests. Name one with --only.'],
    [['shop/books/list.yml', '-H', 'A: 1'], 'A saved request is complete.'],
    [
      ['shop/books/list.yml', '--operation', 'A'],
      '--operation is only for GraphQL requests, and List is not one.',
    ],
    [['shop/books/list.yml', '--json', '1'], 'A saved request is complete.'],
    [['chat.yml'], 'The request names no method. Nothing was sent. (GRPC_METHOD_MISSING)'],
    [['shop/books/list.yml', '--env', 'Gone'], 'Gone'],
  ])('%j is refused with 3, and nothing is sent', async (args, sentence) => {
    fixture.workspace()
    fixture.write('chat.yml', 'info:\n  name: Chat\n  type: grpc\ngrpc:\n  url: grpc://127.0.0.1:1\n')
    const { code, stdout, stderr } = await send(args)
    expect(stderr).toContain(sentence)
    expect({ code, stdout, asked: fixture.asked() }).toEqual({ code: 3, stdout: '', asked: [] })
  })

  test.each([
    ['--env', 'E'],
    ['--env-var', 'a=1'],
    ['--only', 'A'],
    ['--secret', 'a=1'],
    ['--allow-secret', 'a'],
    ['--allow-secrets'],
    ['--allow-file', '.'],
    ['--operation', 'A'],
    ['--variable-json', '{}'],
    ['--fail-on-graphql-errors'],
  ])('%s needs a saved request', async (...option) => {
    const { code, stderr } = await send([`${fixture.sink.url}/a.yml`, ...option])
    expect(stderr).toContain(`${option[0]} is only for saved requests`)
    expect({ code, asked: fixture.asked() }).toEqual({ code: 3, asked: [] })
  })
})

describe('parley send FILE of GraphQL', () => {
  const two = 'query Books($first: Int) { books(first: $first) { title } }\nquery Fail { fail }'

  test('--operation and --variable-json choose what runs', async () => {
    const file = graphQlFile(two, '{"first": 2}')
    const all = await send([file, '--operation', 'Books'])
    expect(JSON.parse(all.stdout).data.books).toHaveLength(2)
    fixture.write('v.json', '{"first": 1}')
    for (const variables of ['{"first": 1}', '@v.json']) {
      const one = await send([file, '--operation', 'Books', '--variable-json', variables])
      expect([one.code, one.stdout]).toEqual([0, '{"data":{"books":[{"title":"Lavinia"}]}}'])
    }
    expect(JSON.parse((await send([file, '--operation', 'Fail'])).stdout).errors[0].message).toBe('It failed')
  })

  test('variables are sent exactly as given, also {{names}} of the saved ones', async () => {
    const body = { type: 'graphql', query: '{ a }', variables: '{"a": {{a}}, "id": 1}' } as const
    fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url: fixture.sink.url, body })))
    await send(['q.yml', '--var', 'a=1.50', '--variable-json', '{"id": 9007199254740993}'])
    expect(fixture.sink.requests[0]?.content.toString()).toContain(
      '"variables":{"a":1.50,"id":9007199254740993}',
    )
  })

  test.each([
    [['--operation', 'Gone'], 'The query has no operation “Gone”. It has “Books”, “Fail”.'],
    [['--variable-json', 'first=1'], '--variable-json takes a JSON object'],
    [['--variable-json', '[]'], '--variable-json takes a JSON object'],
    [['--variable-json', '@gone.json'], 'There is no file or folder gone.json. Check the path.'],
  ])('%j is refused with 3', async (args, sentence) => {
    const { code, stdout, stderr } = await send([graphQlFile(two), ...args])
    expect(stderr).toContain(sentence)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  })

  test.each([
    ['{ fail }', 'It failed'],
    ['{ gone }', 'Cannot query field "gone" on type "Query".'],
    ['{ books { title price } }', null],
    ['{ books { title } }', null],
  ])('%s fails with --fail-on-graphql-errors if there are errors and no data', async (query, message) => {
    const file = graphQlFile(query)
    expect((await send([file])).code).toBe(0)
    const { code, stdout, stderr } = await send([file, '--fail-on-graphql-errors'])
    expect(code).toBe(message === null ? 0 : 1)
    expect(stderr).toBe(message === null ? '' : `parley: The response has errors and no data: ${message}\n`)
    expect(JSON.parse(stdout)).toHaveProperty(message === null ? 'data' : 'errors')
  })

  test('a response in parts counts when it is merged', async () => {
    const late = '{"incremental":[{"path":["a"],"errors":[{"message":"Late"}],"data":null}],"hasNext":false}'
    const parts = ['{"data":null,"hasNext":true}', late]
    const content = `${parts.map(part => `\r\n--x\r\n\r\n${part}`).join('')}\r\n--x--\r\n`
    const sink = await startSink(() => ({
      statusCode: 200,
      headers: ['Content-Type', 'multipart/mixed; boundary=x'],
      content,
    }))
    const body = { type: 'graphql', query: '{ a }', variables: '' } as const
    fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url: sink.url, body })))
    const ended = await send(['q.yml', '--fail-on-graphql-errors'])
    expect(ended).toMatchObject({ code: 1, stdout: '{"data":null,"errors":[{"message":"Late"}]}' })
    expect(ended.stderr).toContain('Late')
    expect(await send(['q.yml', '--raw'])).toMatchObject({ code: 0, stdout: content })
    await sink.close()
  })

  test.each(['send', 'run'])('%s sends a persisted query again with the query', async command => {
    const unknown = '{"errors":[{"message":"PersistedQueryNotFound"}]}'
    const sink = await startSink(({ content }) => ({
      statusCode: 200,
      headers: ['Content-Type', 'application/json'],
      content: content.includes('"query"') ? '{"data":{}}' : unknown,
    }))
    const query = '{ a }'
    const sha256Hash = createHash('sha256').update(query).digest('hex')
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } })
    const body = { type: 'graphql', query, variables: '', extensions } as const
    const file = fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url: sink.url, body })))
    const ended = await fixture.runCommand([command, file, ...(command === 'send' ? ['--timing'] : [])])
    expect(ended.code).toBe(0)
    expect(sink.requests.map(({ content }) => JSON.parse(content.toString()).query)).toEqual([
      undefined,
      query,
    ])
    if (command === 'send') {
      expect(ended.stdout.toString()).toBe('{"data":{}}')
      expect(ended.stderr).toMatch(/Sent again +POST http:\S+ answered 200, then with the query/)
    }
    await sink.close()
  })
})

test('the page on the command line and the help name the options', async () => {
  const help = (await send(['--help', 'all'])).stdout
  const page = readFileSync(new URL('../../../../docs/cli.md', import.meta.url), 'utf8')
  for (const option of [
    '--operation',
    '--variable-json',
    '--fail-on-graphql-errors',
    '--env',
    '--secret',
    '--allow-file',
  ]) {
    expect(help).toContain(option)
    expect(page).toContain(option)
  }
})
