import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type DescMethod, fromJson, type JsonValue, toBinary, toJson } from '@bufbuild/protobuf'
import { ConnectError } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import {
  Client,
  credentials,
  Metadata,
  type MethodDefinition,
  type StatusObject,
  status as statusNames,
} from '@grpc/grpc-js'
import type { PackageDefinition } from '@grpc/proto-loader'
import { shopRegistry } from './connect-routes.ts'
import { loadShop } from './load-shop.ts'
import { loadDescriptorSet, loadProtoFile } from './node-descriptors.ts'
import type { GrpcServer } from './start-grpc-server.ts'

/** What a client got from a call of `shop.Books`. */
export interface CallOutcome {
  /** The messages as this client reads them. */
  readonly messages: readonly unknown[]
  /** `5 NOT_FOUND: no book`; empty: the call succeeded. */
  readonly status: string
  /** The metadata of the server, before and after the messages, without that of the protocol: `name: value`. */
  readonly metadata: readonly string[]
}

/** A client of gRPC that others publish, over one connection. */
export interface CallingClient {
  /** Calls a method with messages in ProtoJSON. */
  call(method: string, messages: readonly JsonValue[]): Promise<CallOutcome>
  /** Returns a message of a response in ProtoJSON as the client would read its bytes. */
  read(method: string, message: JsonValue): Promise<unknown>
  close(): void
}

/** Returns metadata in the form of {@link CallOutcome}, of names with their values as HTTP/2 sends them. */
export function comparableMetadata(
  fields: Iterable<readonly [name: string, value: string]>,
): readonly string[] {
  return [...fields]
    .filter(([name]) => !/^(?::.*|content-type|date|grpc-status|grpc-message|grpc-.*encoding)$/.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
}

/** The client of `@grpc/grpc-js`, with the messages of `@grpc/proto-loader`. */
export function openGrpcJsClient({ address }: GrpcServer): CallingClient {
  const client = new Client(address, credentials.createInsecure())
  const shop = loadShop()
  return {
    async call(name, messages) {
      const method = methodOf(shop, 'shop.Books', name)
      return callBytes(client, method, await Promise.all(messages.map(one => bytesOf(name, 'input', one))))
    },
    async read(name, message) {
      return methodOf(shop, 'shop.Books', name).responseDeserialize(
        Buffer.from(await bytesOf(name, 'output', message)),
      )
    },
    close: () => client.close(),
  }
}

type Method = MethodDefinition<unknown, unknown>

function methodOf(definition: PackageDefinition, service: string, name: string): Method {
  const found = Object.entries(definition[service] ?? {}).find(([one]) => one === name)?.[1]
  if (found === undefined || typeof found === 'string' || !('requestSerialize' in found))
    throw new Error(`The method ${name} is missing`)
  return found
}

async function bytesOf(name: string, side: 'input' | 'output', message: JsonValue): Promise<Uint8Array> {
  const registry = await shopRegistry()
  const method = registry.getService('shop.Books')?.methods.find(one => one.name === name)
  if (method === undefined) throw new Error(`The method ${name} is missing`)
  return toBinary(method[side], fromJson(method[side], message, { registry }))
}

/** All kinds of calls are calls of two streams to the library. */
function callBytes(client: Client, method: Method, messages: readonly Uint8Array[]): Promise<CallOutcome> {
  return new Promise(resolve => {
    const call = client.makeBidiStreamRequest(
      method.path,
      (bytes: Uint8Array) => Buffer.from(bytes),
      method.responseDeserialize,
      new Metadata(),
    )
    const received: unknown[] = []
    const metadata: (readonly [string, string])[] = []
    const keep = (from: Metadata) => {
      for (const name of Object.keys(from.getMap()))
        for (const value of from.get(name))
          metadata.push([name, typeof value === 'string' ? value : unpadded(value.toString('base64'))])
    }
    call.on('metadata', keep)
    call.on('data', (one: unknown) => received.push(one))
    // The status says so as well.
    call.on('error', () => {})
    call.on('status', (status: StatusObject) => {
      keep(status.metadata)
      const { code, details } = status
      resolve({
        messages: received,
        status: describeStatus(code, details),
        metadata: comparableMetadata(metadata),
      })
    })
    for (const message of messages) call.write(message)
    call.end()
  })
}

const describeStatus = (code: number, message: string) =>
  code === 0 ? '' : `${code} ${statusNames[code]}: ${message}`

const unpadded = (base64: string) => base64.replace(/=+$/, '')

/** The gRPC client of `@connectrpc/connect-node`, with the messages of `@bufbuild/protobuf`. */
export async function openConnectClient({ address }: GrpcServer): Promise<CallingClient> {
  const transport = createGrpcTransport({ baseUrl: `http://${address}` })
  const registry = await shopRegistry()
  const find = (name: string): DescMethod => {
    const method = registry.getService('shop.Books')?.methods.find(one => one.name === name)
    if (method === undefined) throw new Error(`The method ${name} is missing`)
    return method
  }
  return {
    async call(name, messages) {
      const method = find(name)
      const received: JsonValue[] = []
      const input = messages.map(one => fromJson(method.input, one, { registry }))
      try {
        const streamed = { ...method, methodKind: 'bidi_streaming' as const }
        const { header, message, trailer } = await transport.stream(
          streamed,
          undefined,
          undefined,
          undefined,
          eachOf(input),
        )
        for await (const one of message) received.push(toJson(method.output, one, { registry }))
        const metadata = comparableMetadata([...header, ...trailer])
        return { messages: received, status: '', metadata }
      } catch (error) {
        const { code, rawMessage, metadata } = ConnectError.from(error)
        return {
          messages: received,
          status: describeStatus(code, rawMessage),
          metadata: comparableMetadata([...metadata]),
        }
      }
    },
    async read(name, message) {
      const { output } = find(name)
      return toJson(output, fromJson(output, message, { registry }), { registry })
    },
    close() {},
  }
}

async function* eachOf<Value>(values: readonly Value[]): AsyncGenerator<Value, void, undefined> {
  yield* values
}

/** Asks for services and their methods by reflection, with `@grpc/grpc-js` and the `.proto` of `@grpc/reflection`. */
export function openReflectionClient({ address }: GrpcServer) {
  const client = new Client(address, credentials.createInsecure())
  const folder = dirname(createRequire(import.meta.url).resolve('@grpc/reflection/package.json'))
  const definition = loadProtoFile(join(folder, 'build/proto/grpc/reflection/v1/reflection.proto'), [])
  const service = 'grpc.reflection.v1.ServerReflection'
  const method = methodOf(definition ?? {}, service, 'ServerReflectionInfo')
  const ask = async (question: object): Promise<Answer> => {
    const { messages, status } = await callBytes(client, method, [method.requestSerialize(question)])
    const [answer] = messages
    if (typeof answer !== 'object' || answer === null) throw new Error(status)
    return answer
  }
  return {
    /** Returns the names of the services in the order of the server. */
    services: async () =>
      ((await ask({ list_services: '*' })).list_services_response?.service ?? []).map(({ name }) => name),
    /** Returns the names of the methods of a service, sorted. */
    async methods(symbol: string) {
      const answer = await ask({ file_containing_symbol: symbol })
      const files = answer.file_descriptor_response?.file_descriptor_proto ?? []
      const [, found] =
        Object.entries(loadDescriptorSet(setOf(files))).find(([name]) => name === symbol) ?? []
      return Object.keys(found ?? {}).sort()
    },
    close: () => client.close(),
  }
}

interface Answer {
  readonly list_services_response?: { readonly service: readonly { readonly name: string }[] }
  readonly file_descriptor_response?: { readonly file_descriptor_proto: readonly Uint8Array[] }
}

/** Returns files as a `FileDescriptorSet`, whose one field has the tag 10. */
function setOf(files: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(files.flatMap(file => [Buffer.from([10, ...lengthOf(file.byteLength)]), file]))
}

function lengthOf(bytes: number): readonly number[] {
  return bytes < 128 ? [bytes] : [(bytes & 127) | 128, ...lengthOf(bytes >>> 7)]
}
