import {
  defaultGrpcOptions,
  type GrpcRequest,
  newGrpcRequest,
  noScripts,
  row,
  writeItem,
} from '@parley/model'
import { type GrpcServer, shopProtos, startGrpcServer } from '@parley/testkit/grpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReflectingServer } from '../../../../packages/transport/src/grpc/start-reflecting-server.testkit.ts'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
let server: GrpcServer

beforeAll(async () => {
  server = await startGrpcServer()
})
afterAll(() => server.close())

const rpcFile = (fields: Partial<Omit<GrpcRequest, 'kind'>> = {}) =>
  fixture.write(
    'rpc.yml',
    writeItem(newGrpcRequest({ name: 'Rpc', url: server.address, method: 'shop.Books/Get', ...fields })),
  )

const parley = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await fixture.runCommand(args)
  return { code, stdout: stdout.toString(), stderr }
}
const message = (text: string, selected = true) => ({ title: text, selected, text })

describe('parley send of a gRPC request', () => {
  test('prints the message as JSON and nothing else', async () => {
    const sent = await parley(
      'send',
      rpcFile({ messages: [message('{"id": {{id}}}')] }),
      '--var',
      'id=9007199254740993',
    )
    expect(sent).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(sent.stdout)).toMatchObject({ id: '9007199254740993', isbn: '18446744073709551615' })
  })

  test.each(['', ' \n'])('sends %j as the message without fields', async text => {
    const sent = await parley('send', rpcFile({ method: 'shop.Books/Metadata', messages: [message(text)] }))
    expect(sent).toMatchObject({ code: 0, stderr: '' })
  })

  test('prints a stream with a line for each message, and sends the typed ones', async () => {
    const file = rpcFile({ method: 'shop.Books/Chat', methodType: 'bidirectionalStreaming' })
    const typed = '{"id": 1, "title": "a"}\n{"id": 2, "title": "b"}'
    const lines = '{"id":"1","title":"You said a"}\n{"id":"2","title":"You said b"}\n'
    expect(await parley('send', file, '--data', typed)).toEqual({ code: 0, stdout: lines, stderr: '' })
    fixture.write('messages.json', typed)
    expect(await parley('send', file, '--data', `@${fixture.path('messages.json')}`)).toMatchObject({
      code: 0,
      stdout: lines,
    })
  })

  test.each([
    [['--messages', '3'], 3],
    [['--until', '$.id == "4"'], 4],
    [['--for', '1m', '--until', '$.id == "2"'], 2],
  ])('ends an endless stream with %j', async (options, count) => {
    const list = rpcFile({
      method: 'shop.Books/List',
      methodType: 'serverStreaming',
      messages: [message('{"count": 100000000}')],
    })
    const ended = await parley('send', list, ...options)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const ids = ended.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).id)
    expect(ids).toEqual(Array.from({ length: count }, (_, at) => String(at + 1)))
  })

  test('ends a call that says nothing after --for, and prints messages with their time', async () => {
    const chat = rpcFile({ method: 'shop.Books/Wait', messages: [message('{}')] })
    expect(await parley('send', chat, '--for', '100ms')).toEqual({ code: 0, stdout: '', stderr: '' })
    const one = { direction: 'received', type: 'json', data: expect.any(String), time: expect.any(String) }
    for (const method of ['shop.Books/Get', 'shop.Books/Chat']) {
      const file = rpcFile({ method, messages: [message('{"id": 1}')] })
      const printed = JSON.parse((await parley('send', file, '--json-lines')).stdout)
      expect(printed).toEqual(one)
      expect(JSON.parse(printed.data)).toMatchObject({ id: '1' })
    }
  })

  test('exits with 1 for any status but 0, with its name, message and details', async () => {
    const file = rpcFile({ method: 'shop.Books/Fail' })
    const failed = await parley('send', file, '--data', '{"code": 5, "message": "no book\\u001b[2J"}')
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(failed.stderr).toContain('5 NOT_FOUND: no book')
    expect(failed.stderr).toContain('"fieldViolations":[{"field":"title","description":"missing"}]')
    expect(failed.stderr).not.toContain('\u001b[2J')
  })

  test('exits with 1 where the deadline passes', async () => {
    const options = { ...defaultGrpcOptions, deadlineMs: 300 }
    const failed = await parley('send', rpcFile({ method: 'shop.Books/Wait', options }))
    expect(failed.stderr).toContain('4 DEADLINE_EXCEEDED')
    expect(failed).toMatchObject({ code: 1, stdout: '' })
  })

  test.each([
    ['no server', { url: '127.0.0.1:1' }, [], 2, 'ECONNREFUSED'],
    ['an unknown method', { method: 'shop.Books/Nope' }, [], 3, 'GRPC_METHOD_UNKNOWN'],
    ['an unknown service', { method: 'shop.Nope/Get' }, [], 3, 'GRPC_SYMBOL_UNKNOWN'],
    ['an unknown field', {}, ['--data', '{"nope": 1}'], 3, 'has no field "nope"'],
    [
      'text that is no JSON',
      {},
      ['--data', '{'],
      3,
      'Line 1, column 2: A string in double quotes is expected here.',
    ],
    ['two messages for one', {}, ['--data', '{} {}'], 3, 'takes one message, but 2 are given'],
    ['two options for messages', {}, ['--data', '{}', '--data-raw', '{}'], 3, 'Give either'],
    ['an option of event streams', {}, ['--events', '1'], 3, 'Give --messages for a gRPC call'],
    ['an option of WebSockets', {}, ['--interactive'], 3, 'this request is a gRPC call'],
    ['reserved metadata', { metadata: [row('grpc-timeout', '1S')] }, [], 3, 'GRPC_METADATA_RESERVED'],
  ] as const)('%s', async (_, fields, args, code, words) => {
    const failed = await parley('send', rpcFile(fields), ...args)
    expect(failed).toMatchObject({ code, stdout: '' })
    expect(failed.stderr).toContain(words)
  })

  test('--data is refused for a saved HTTP request', async () => {
    const file = fixture.write('http.yml', 'info: {name: H, type: http}\nhttp: {url: "http://127.0.0.1:1/"}')
    const failed = await parley('send', file, '--data', '{}')
    expect(failed).toMatchObject({ code: 3 })
    expect(failed.stderr).toContain('A saved request is complete.')
  })

  test('reads .proto files of its folder, and none outside it (GR1)', async () => {
    for (const [name, text] of Object.entries(shopProtos)) fixture.write(`protos/${name}`, text)
    const options = { ...defaultGrpcOptions, definition: 'proto' } as const
    const sent = await parley(
      'send',
      rpcFile({ protoFilePath: 'protos/shop.proto', options }),
      '--data',
      '{"id": 3}',
    )
    expect(sent).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(sent.stdout).id).toBe('3')
    fixture.write('protos/kinds.proto', 'syntax = "proto3";\nimport "../../etc/passwd";')
    const outside = await parley('send', 'rpc.yml')
    expect(outside).toMatchObject({ code: 3 })
    expect(outside.stderr).toContain(
      'kinds.proto:2:8: The import ../../etc/passwd leads out of the import paths.',
    )
    const elsewhere = await parley('send', rpcFile({ protoFilePath: '/etc/hostname', options }))
    expect(elsewhere).toMatchObject({ code: 3 })
    expect(elsewhere.stderr).toContain('FILE_NOT_ALLOWED')
  })

  test('scripts see the status as the code of the response', async () => {
    const scripts = {
      ...noScripts,
      tests:
        'test("ok", () => { expect(res.getStatus()).to.equal(0); expect(res.getBody().id).to.equal("4") })',
    }
    const sent = await parley('send', rpcFile({ scripts, messages: [message('{"id": 4}')] }))
    expect(sent).toMatchObject({ code: 0 })
    expect(sent.stderr).toContain('✓ ok')
  })

  test('there is no code for it, and no GraphQL schema', async () => {
    expect(await parley('codegen', '--target', 'curl', rpcFile())).toMatchObject({ code: 3 })
    expect((await parley('schema', rpcFile())).stderr).toContain('A gRPC server has no GraphQL schema.')
  })
})

describe('parley grpc', () => {
  test('lists services and methods', async () => {
    expect(await parley('grpc', 'list', server.address)).toEqual({
      code: 0,
      stdout: 'shop.Books\n',
      stderr: '',
    })
    const methods = await parley('grpc', 'list', `grpc://${server.address}`, 'shop.Books')
    expect(methods.stdout.split('\n')[0]).toBe('shop.Books/Get')
  })

  test.each([
    ['shop.Books/Get', 'rpc Get (.shop.BookId) returns (.shop.Book);\n'],
    ['shop.Books.List', 'rpc List (.shop.ListRequest) returns (stream .shop.Book);\n'],
    ['shop.BookId', 'message BookId {\n  int64 id = 1;\n}\n'],
    ['kinds.Kind', 'enum Kind {\n  KIND_NONE = 0;\n  KIND_NOVEL = 1;\n}\n'],
  ])('describes %s', async (symbol, text) => {
    expect(await parley('grpc', 'describe', server.address, symbol)).toEqual({
      code: 0,
      stdout: text,
      stderr: '',
    })
  })

  test('says what the server leaves out of its description', async () => {
    const reflecting = await startReflectingServer(`syntax = "proto3"; package shop;
message M { int64 id = 1; Gone gone = 2; } message Gone {}
service Books { rpc Get(M) returns (M); }`)
    const note = 'The type .shop.Gone is missing, so whatever uses it in shop.proto is left out.'
    for (const args of [
      ['list', reflecting.address, 'shop.Books'],
      ['describe', reflecting.address],
    ])
      expect(await parley('grpc', ...args)).toMatchObject({ code: 0, stderr: `Note: ${note}\n` })
    const file = rpcFile({ url: reflecting.address, messages: [message('{}')] })
    expect(await parley('send', file)).toMatchObject({ code: 0, stderr: expect.stringContaining(note) })
    await reflecting.close()
  })

  test('describes all services', async () => {
    const { stdout } = await parley('grpc', 'describe', server.address)
    expect(stdout).toMatch(/^service Books \{\n {2}rpc Get /)
  })

  test.each([
    [['list', '127.0.0.1:1'], 2, 'ECONNREFUSED'],
    [['describe', 'SERVER', 'shop.Nope'], 3, 'The server does not know shop.Nope.'],
    [['list', 'unix:/tmp/x'], 3, 'GRPC_SOCKET_FILE'],
    [['remove', 'SERVER'], 3, 'Allowed choices are list, describe'],
    [['list', 'SERVER', '-H', 'no colon'], 3, 'has no colon'],
  ] as const)('%j', async (args, code, words) => {
    const failed = await parley('grpc', ...args.map(one => (one === 'SERVER' ? server.address : one)))
    expect(failed).toMatchObject({ code, stdout: '' })
    expect(failed.stderr).toContain(words)
  })
})
