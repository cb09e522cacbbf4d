import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import {
  type DescMethod,
  decodeMessage,
  encodeMessage,
  type FileRegistry,
  reflectionProto,
  reflectionVersions,
  registryOfProto,
  writeFileDescriptors,
} from '@parley/protobuf'
import type { BookShelf } from '../book-shelf.ts'
import { type AnswerMessages, bookshopMethods, CallError, type JsonMessage } from './bookshop-methods.ts'
import { bookshopProto } from './bookshop-proto.ts'

const unimplemented = 12
const internal = 13
const resourceExhausted = 8
const maxMessageBytes = 4 * 1024 * 1024

interface ServedMethod {
  readonly method: DescMethod
  readonly registry: FileRegistry
  readonly answer: AnswerMessages
}

/** Answers the calls of a connection over HTTP/2. */
export type AnswerCall = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void

/** Creates the gRPC service of the demo API, with server reflection. A path may have more in front of the service. */
export async function createGrpcService(shelf: BookShelf): Promise<AnswerCall> {
  const bookshop = await registryOfProto('bookshop.proto', bookshopProto)
  const methods = new Map<string, ServedMethod>()
  const add = (registry: FileRegistry, name: string, answers: Readonly<Record<string, AnswerMessages>>) => {
    for (const method of registry.getService(name)?.methods ?? []) {
      const answer = answers[method.name]
      if (answer !== undefined) methods.set(`${name}/${method.name}`, { method, registry, answer })
    }
  }
  add(bookshop, 'bookshop.Books', bookshopMethods(shelf))
  for (const version of reflectionVersions) {
    const registry = await registryOfProto('reflection.proto', reflectionProto(version))
    const answer = { ServerReflectionInfo: reflection(bookshop) }
    add(registry, `grpc.reflection.${version}.ServerReflection`, answer)
  }
  return (stream, headers) => {
    if (!/^application\/grpc\b/.test(headers['content-type'] ?? '')) return refuse(stream)
    const [, name = ''] = /([^/]+\/[^/]+)$/.exec(String(headers[':path'])) ?? []
    void answerStream(stream, methods.get(name), name)
  }
}

/** Refuses a request that is no call, with a sentence for whoever tries HTTP/2. */
function refuse(stream: ServerHttp2Stream): void {
  stream.on('error', () => {}).resume()
  stream.respond({ ':status': 505, 'content-type': 'text/plain; charset=utf-8' })
  stream.end('Over HTTP/2 the demo API answers gRPC calls only. Send this request with HTTP/1.1.\n')
}

async function answerStream(
  stream: ServerHttp2Stream,
  served: ServedMethod | undefined,
  name: string,
): Promise<void> {
  stream.on('error', () => {})
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  let status: { readonly code: number; readonly message: string } = { code: 0, message: '' }
  stream.on('wantTrailers', () => {
    const message = encodeURIComponent(status.message)
    stream.sendTrailers({
      'grpc-status': String(status.code),
      ...(message !== '' && { 'grpc-message': message }),
    })
  })
  try {
    if (served === undefined) throw new CallError(unimplemented, `There is no method ${name}.`)
    for await (const answer of served.answer(messagesOf(stream, served))) await write(stream, served, answer)
  } catch (error) {
    if (stream.destroyed) return
    status =
      error instanceof CallError
        ? { code: error.code, message: error.message }
        : { code: internal, message: 'The demo API failed.' }
  }
  stream.end()
  // What the client still sends is for nobody.
  stream.resume()
}

async function* messagesOf(
  stream: ServerHttp2Stream,
  { method, registry }: ServedMethod,
): AsyncGenerator<JsonMessage> {
  let waiting = Buffer.alloc(0)
  // A call that ends early still sends its status over the stream.
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    waiting = Buffer.concat([waiting, piece])
    while (waiting.byteLength >= 5) {
      const length = waiting.readUInt32BE(1)
      if (length > maxMessageBytes) throw new CallError(resourceExhausted, 'A message is larger than 4 MB.')
      if (waiting.readUInt8(0) !== 0) throw new CallError(unimplemented, 'Messages must not be compressed.')
      if (waiting.byteLength < 5 + length) break
      const text = decodeMessage(method.input, waiting.subarray(5, 5 + length), registry)
      waiting = waiting.subarray(5 + length)
      if (!text.ok) throw new CallError(internal, text.failure)
      yield JSON.parse(text.value)
    }
  }
}

async function write(
  stream: ServerHttp2Stream,
  { method, registry }: ServedMethod,
  answer: JsonMessage,
): Promise<void> {
  const bytes = encodeMessage(method.output, JSON.stringify(answer), registry)
  if (!bytes.ok) throw new Error(JSON.stringify(bytes.failure))
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(bytes.value.byteLength, 1)
  if (stream.write(Buffer.concat([prefix, bytes.value]))) return
  await new Promise(resolve => {
    stream.once('drain', resolve).once('close', resolve)
  })
}

/** Describes the services of a registry, with all files in each answer. */
function reflection(registry: FileRegistry): AnswerMessages {
  const files = writeFileDescriptors(registry).map(bytes => Buffer.from(bytes).toString('base64'))
  const services = [...registry].flatMap(one => (one.kind === 'service' ? [{ name: one.typeName }] : []))
  const knows = (symbol: string) => {
    const [parent = '', member] = [symbol.slice(0, symbol.lastIndexOf('.')), symbol.split('.').at(-1)]
    return (
      registry.get(symbol) !== undefined ||
      registry.getService(parent)?.methods.some(({ name }) => name === member) === true
    )
  }
  return async function* (messages) {
    for await (const { listServices, fileContainingSymbol, fileByFilename } of messages) {
      const isFound =
        knows(String(fileContainingSymbol ?? '')) ||
        [...registry.files].some(({ proto }) => proto.name === fileByFilename)
      if (listServices !== undefined) yield { listServicesResponse: { service: services } }
      else if (isFound) yield { fileDescriptorResponse: { fileDescriptorProto: files } }
      else yield { errorResponse: { errorCode: 5, errorMessage: 'There is no such name.' } }
    }
  }
}
