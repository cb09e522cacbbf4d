import type { ServerHttp2Stream } from 'node:http2'
import { encodeMessage, reflectionProto, registryOfProto, writeFileDescriptors } from '@parley/protobuf'
import { startHttp2Server } from '../http2/start-http2-server.testkit.ts'

/** A server that describes one file by reflection, and answers each call with the message that it has. */
export interface ReflectingServer {
  /** `127.0.0.1:PORT`. */
  readonly address: string
  /** The paths of its calls so far, without those before the last time that this was read. */
  takePaths(): readonly string[]
  /**
   * Replaces the file that it describes, and the message of its answers, which is empty by default. A message type named
   * `Gone` is not in the description, as some servers leave out types.
   */
  describe(proto: string, answer?: Uint8Array): Promise<void>
  /** From now on its answers about itself leave their calls open. */
  leaveOpen(): void
  /** Ends the connections, as a server does that is started again. */
  disconnect(): void
  close(): Promise<void>
}

export async function startReflectingServer(proto: string): Promise<ReflectingServer> {
  let paths: string[] = []
  let description: Description = { list: new Uint8Array(), files: new Uint8Array() }
  let message: Uint8Array = new Uint8Array()
  let leavesOpen = false
  const server = await startHttp2Server('http', (stream, rawHeaders) => {
    const path = rawHeaders[rawHeaders.indexOf(':path') + 1] ?? ''
    paths.push(path)
    const pieces: Buffer[] = []
    stream.on('data', (bytes: Buffer) => pieces.push(bytes))
    stream.on('end', () => {
      if (!path.includes('.reflection.')) return respond(stream, message)
      const asksForList = Buffer.concat(pieces)[5] === tagOfListServices
      respond(stream, asksForList ? description.list : description.files, leavesOpen)
    })
  })
  const describe = async (next: string, answer = new Uint8Array()) => {
    message = answer
    description = await descriptionOf(next)
  }
  await describe(proto)
  return {
    address: `127.0.0.1:${server.port}`,
    takePaths: () => {
      const taken = paths.map(path => path.split('/').at(-1) ?? '')
      paths = []
      return taken
    },
    describe,
    leaveOpen: () => {
      leavesOpen = true
    },
    disconnect: () => {
      for (const session of server.sessions) session.destroy()
    },
    close: () => server.close(),
  }
}

/** The answers to the questions for services and for files. */
interface Description {
  readonly list: Uint8Array
  readonly files: Uint8Array
}

/** `list_services` is the first and only field of its question. */
const tagOfListServices = 0x3a

async function descriptionOf(proto: string): Promise<Description> {
  const registry = await registryOfProto('shop.proto', proto)
  const reflection = await registryOfProto('reflection.proto', reflectionProto('v1'))
  const type = reflection.getMessage('grpc.reflection.v1.ServerReflectionResponse')
  if (type === undefined) throw new Error('The reflection service has no answer')
  const bytesOf = (answer: object) => {
    const encoded = encodeMessage(type, JSON.stringify(answer), reflection)
    if (!encoded.ok) throw new Error(JSON.stringify(encoded.failure))
    return encoded.value
  }
  const files = writeFileDescriptors(registry).map(bytes =>
    Buffer.from(Buffer.from(bytes).toString('latin1').replace('\n\x04Gone', '\n\x04Here'), 'latin1').toString(
      'base64',
    ),
  )
  const services = [...registry].flatMap(one => (one.kind === 'service' ? [{ name: one.typeName }] : []))
  return {
    list: bytesOf({ listServicesResponse: { service: services } }),
    files: bytesOf({ fileDescriptorResponse: { fileDescriptorProto: files } }),
  }
}

function respond(stream: ServerHttp2Stream, message: Uint8Array, leavesOpen = false): void {
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(message.byteLength, 1)
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  const frame = Buffer.concat([prefix, message])
  if (leavesOpen) stream.write(frame)
  else stream.end(frame)
}
