import { importCurl } from '@parley/convert'
import { grpcUrl, type RequestContext } from '@parley/engine'
import {
  type Auth,
  type Collection,
  defaultGrpcOptions,
  type GrpcPart,
  grpcCallOf,
  grpcRequestOf,
  newAuth,
  newGrpcRequest,
  noRequestDefaults,
  row,
} from '@parley/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeOf, prepareStandalone } from '../prepare-code.testkit.ts'
import { grpcurlTarget } from './grpcurl.ts'

type CallFields = NonNullable<Parameters<typeof newGrpcRequest>[0]>

/** A call without authorization. */
function callWith(fields: CallFields) {
  return grpcCallOf(
    newGrpcRequest({ url: 'a.test:50051', method: 'shop.Books/Get', auth: { type: 'none' }, ...fields }),
  )
}

function codeFor(fields: CallFields, options: Parameters<typeof codeOf>[3] = {}): Promise<string> {
  return codeOf(grpcurlTarget, callWith(fields), {}, options)
}

/** The request that the code of a call becomes if it is pasted into the URL. */
async function pastedBack(fields: CallFields, options: Parameters<typeof codeOf>[3] = {}) {
  const code = await codeFor(fields, options)
  const { requests, notes, faults } = importCurl(code)
  expect(faults).toEqual([])
  const [request] = requests
  const call = request === undefined ? null : grpcRequestOf(request)
  if (call === null) throw new Error(`The code is no command: ${code}`)
  return { call, code, notes: notes.map(({ code: noted }) => noted) }
}

function message(text: string) {
  return { title: '', selected: true, text }
}

/** What a value of each part comes back as. */
const parts: Readonly<Record<string, readonly CallFields[]>> = {
  method: [{ method: 'shop.v1.Books/Get' }, { method: 'shop.Books.Get' }, { method: '{{service}}/Get' }],
  metadata: [
    { metadata: [] },
    { metadata: [row('x-a', '1'), row('x-a', '2'), row('x-empty', '')] },
    { metadata: [row('x-b', 'it\'s {{name}}: $HOME `id` "é" \\'), row('x-c-bin', 'AAEC')] },
    { metadata: [row('x-d', '1'), row('Host', 'o.test'), row('User-Agent', 'me')] },
  ],
  messages: [
    { messages: [] },
    { messages: [message('{"id": 9007199254740993, "name": "{{name}}"}')] },
    { messages: [message('{\n  "a": "it\'s $(id) `id` \\u0000 \\" } é😀"\n}')] },
    { messages: [message('{"a": 1}'), message('{"b": {{b}}}')], methodType: 'clientStreaming' },
  ],
  definition: [
    { options: { ...defaultGrpcOptions, definition: 'reflection' } },
    { protoFilePath: 'shop.proto', options: { ...defaultGrpcOptions, definition: 'proto' } },
    { protoFilePath: 'a b/protos/shop.proto', options: { ...defaultGrpcOptions, definition: 'proto' } },
    { options: { ...defaultGrpcOptions, definition: 'descriptorSet', descriptorSetPath: 'a/shop.binpb' } },
  ],
  options: [
    { options: { ...defaultGrpcOptions, deadlineMs: 1 } },
    { options: { ...defaultGrpcOptions, deadlineMs: 61_500, maxMessageBytes: 1, showsDefaults: true } },
  ],
}

describe.each([
  ['usual', {}],
  ['on one line, in double quotes', { multiline: false, quoteStyle: 'double' } as const],
])('code that is %s pastes back to the call', (_style, options) => {
  const cases = Object.entries(parts).flatMap(([part, values]) =>
    values.map(fields => [part, JSON.stringify(fields), fields] as const),
  )
  test.each(cases)('%s: %s', async (_part, _shown, fields) => {
    const { call, notes } = await pastedBack(fields, options)
    const expected = grpcRequestOf(callWith(fields))
    expect({ ...call, auth: expected?.auth }).toEqual(expected)
    expect(notes).toEqual([])
  })

  test('any message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async text => {
        const messages = [message(JSON.stringify({ text: text.replaceAll(/[{}]/g, '') }))]
        expect((await pastedBack({ messages }, options)).call.messages).toEqual(messages)
      }),
      { numRuns: 100 },
    )
  })
})

test.each([
  ['a.test:50051', 'grpc://a.test:50051/'],
  ['a.test', 'grpc://a.test:80/'],
  ['a.test:443', 'grpcs://a.test:443/'],
  ['grpc://a.test:443', 'grpc://a.test:443/'],
  ['http://a.test:1', 'grpc://a.test:1/'],
  ['grpcs://a.test', 'grpcs://a.test:443/'],
  ['https://a.test:1', 'grpcs://a.test:1/'],
  ['[::1]:50051', 'grpc://[::1]:50051/'],
  ['{{host}}', 'grpc://{{host}}/'],
  ['{{host}}:{{port}}', 'grpc://{{host}}:{{port}}/'],
  ['{{host}}:443', 'grpcs://{{host}}:443/'],
  ['a.{{host}}:443', 'grpcs://a.{{host}}:443/'],
  ['grpcs://{{host}}:1', 'grpcs://{{host}}:1/'],
])('the code of %s calls %s', async (url, called) => {
  const { call } = await pastedBack({ url })
  expect(grpcUrl(call.url, '/')).toBe(called)
})

/** What a command of grpcurl cannot hold, and the sentence that says so. */
const stated: readonly (readonly [fields: CallFields, sentence: string])[] = [
  [{ url: 'a.test:1/base' }, 'grpcurl calls no methods below a path, so that of the URL is left out.'],
  [{ options: { ...defaultGrpcOptions, compression: 'gzip' } }, 'grpcurl does not compress messages.'],
  [
    { options: { ...defaultGrpcOptions, web: 'binary' } },
    'grpcurl does not speak gRPC-Web: the command makes a plain gRPC call.',
  ],
  [
    { protoFilePath: 'shop.proto', options: { ...defaultGrpcOptions, definition: 'proto' } },
    'The paths of the files are relative to the folder of the collection: run the command there.',
  ],
  [
    { auth: { ...newAuth('basic'), username: 'ann', password: '{{password}}' } },
    'Replace {{credentials}} with ann:{{password}} in Base64.',
  ],
  [
    { auth: { ...newAuth('digest'), username: 'ann', password: 'p' } },
    'grpcurl has no Digest authorization; this code sends none.',
  ],
]

test.each(stated)('%o is stated', async (fields, sentence) => {
  expect(await codeFor(fields)).toContain(`# ${sentence}\n`)
})

test.each<readonly [Auth, string]>([
  [{ ...newAuth('bearer'), token: '{{token}}' }, 'Authorization: Bearer {{token}}'],
  [{ ...newAuth('basic'), username: 'ann', password: 'p' }, 'Authorization: Basic YW5uOnA='],
  [{ ...newAuth('apiKey'), key: 'x-key', value: 'k', placement: 'header' }, 'x-key: k'],
])('%o becomes metadata', async (auth, field) => {
  expect(await codeFor({ auth })).toContain(`-H '${field}'`)
})

test('the import paths of the collection are those of the code', async () => {
  const collection: Collection = {
    ...{
      kind: 'collection',
      name: 'Shop',
      summary: '',
      version: '',
      authors: [],
      items: [],
      environments: [],
    },
    ...{ defaults: noRequestDefaults, clientCertificates: [], bundled: false },
    protobuf: {
      protoFilePaths: ['api/shop/v1/a.proto', 'b.proto'],
      importPaths: [
        { path: 'api', enabled: true },
        { path: 'off', enabled: false },
        { path: 'third/', enabled: true },
      ],
    },
  }
  const context: Partial<RequestContext> = { ancestors: [collection] }
  const options = { ...defaultGrpcOptions, definition: 'proto' } as const
  const prepared = await prepareStandalone(callWith({ options }), {}, context)
  expect(prepared.ok && prepared.value.request.call?.definition).toEqual({
    kind: 'proto',
    importPaths: ['api', 'third', 'api/shop/v1', ''],
    fileNames: ['shop/v1/a.proto', 'b.proto'],
  })
})

test.each<readonly [Partial<GrpcPart> & CallFields, string]>([
  [{ method: '' }, 'GRPC_METHOD_MISSING'],
  [{ url: 'unix:/run/a.sock' }, 'GRPC_SOCKET_FILE'],
  [{ metadata: [row('grpc-x', '1')] }, 'GRPC_METADATA_RESERVED'],
])('%o has no code, as it is not sent', async (fields, code) => {
  const prepared = await prepareStandalone(callWith(fields))
  expect(prepared).toMatchObject({ ok: false, failure: { code } })
})
