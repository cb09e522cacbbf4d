import { parentPort } from 'node:worker_threads'
import * as grpc from '@grpc/grpc-js'
import { ReflectionService } from '@grpc/reflection'
import { loadShop } from './load-shop.ts'

/** What the thread is asked for: a server that listens, or the end of the one with this number. */
export type GrpcThreadRequest =
  | { readonly number: number; readonly start: GrpcServerOptions }
  | { readonly number: number; readonly start: null }

/** The server listens on the port; null: it has ended. */
export interface GrpcThreadReply {
  readonly number: number
  readonly port: number | null
}

export interface GrpcServerOptions {
  readonly key?: string
  readonly certificate?: string
  /** Signs the certificates that clients must present. */
  readonly clientAuthority?: string
  readonly reflects: boolean
}

const definition = loadShop()

interface Book {
  readonly id: string
  readonly title: string
}

const book = (id: string, title = `Book ${id}`) => ({
  id,
  title,
  kind: 'KIND_NOVEL',
  cover: Buffer.from([1, 2, 255]),
  stock: { here: id, '': '0' },
  printed: { seconds: '1', nanos: 500_000_000 },
  cents: '9007199254740993',
  isbn: '18446744073709551615',
})

function valuesOf(metadata: grpc.Metadata): Record<string, string> {
  const names = Object.keys(metadata.getMap())
  return Object.fromEntries(
    names.map(name => [
      name,
      metadata
        .get(name)
        .map(one => (typeof one === 'string' ? one : one.toString('hex')))
        .join('|'),
    ]),
  )
}

/** Returns a field of a message whose number and type are in the tag. */
const field = (tag: number, content: Uint8Array | string) => {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from([tag, bytes.byteLength]), bytes])
}

/** `google.rpc.Status` with a `BadRequest` as its detail. */
const badRequestStatus = Buffer.concat([
  Buffer.from([8, 3]),
  field(0x12, 'bad'),
  field(
    0x1a,
    Buffer.concat([
      field(0x0a, 'type.googleapis.com/google.rpc.BadRequest'),
      field(0x12, field(0x0a, Buffer.concat([field(0x0a, 'title'), field(0x12, 'missing')]))),
    ]),
  ),
])

const [, service] = Object.entries(definition).find(([name]) => name === 'shop.Books') ?? []
if (service === undefined || !('Get' in service)) throw new Error('The service is missing')

const handlers = {
  Get(call: grpc.ServerUnaryCall<{ id: string }, unknown>, done: grpc.sendUnaryData<unknown>) {
    const initial = new grpc.Metadata()
    initial.set('x-initial', 'first')
    call.sendMetadata(initial)
    const trailers = new grpc.Metadata()
    trailers.set('x-trailer', 'last')
    done(null, book(call.request.id), trailers)
  },
  List(call: grpc.ServerWritableStream<{ count: number; titleLength: number }, unknown>) {
    const title = 'x'.repeat(call.request.titleLength)
    let sent = 0
    const write = () => {
      while (sent < call.request.count) {
        sent += 1
        if (!call.write(book(String(sent), title || undefined))) {
          call.once('drain', write)
          return
        }
      }
      call.end()
    }
    write()
  },
  Add(call: grpc.ServerReadableStream<Book, unknown>, done: grpc.sendUnaryData<unknown>) {
    const ids: string[] = []
    call.on('data', (one: Book) => ids.push(one.id))
    call.on('end', () => done(null, { count: ids.length, ids }))
  },
  Chat(call: grpc.ServerDuplexStream<Book, unknown>) {
    call.on('data', (one: Book) => call.write({ id: one.id, title: `You said ${one.title}` }))
    call.on('end', () => call.end())
  },
  Fail(
    call: grpc.ServerUnaryCall<{ code: number; message: string }, unknown>,
    done: grpc.sendUnaryData<unknown>,
  ) {
    const metadata = new grpc.Metadata()
    metadata.set('grpc-status-details-bin', badRequestStatus)
    done({ code: call.request.code, details: call.request.message, metadata })
  },
  Wait() {},
  Metadata(call: grpc.ServerUnaryCall<unknown, unknown>, done: grpc.sendUnaryData<unknown>) {
    done(null, { values: valuesOf(call.metadata) })
  },
} satisfies grpc.UntypedServiceImplementation

function startServer({
  key,
  certificate,
  clientAuthority,
  reflects,
}: GrpcServerOptions): Promise<RunningServer> {
  const server = new grpc.Server()
  server.addService(service as grpc.ServiceDefinition, handlers)
  if (reflects) new ReflectionService(definition).addToServer(server)
  const credentials =
    key === undefined || certificate === undefined
      ? grpc.ServerCredentials.createInsecure()
      : grpc.ServerCredentials.createSsl(
          clientAuthority === undefined ? null : Buffer.from(clientAuthority),
          [{ private_key: Buffer.from(key), cert_chain: Buffer.from(certificate) }],
          clientAuthority !== undefined,
        )
  return new Promise((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, port) =>
      error === null ? resolve({ server, port }) : reject(error),
    ),
  )
}

interface RunningServer {
  readonly server: grpc.Server
  readonly port: number
}

const running = new Map<number, grpc.Server>()

parentPort?.on('message', async ({ number, start }: GrpcThreadRequest) => {
  const reply = (port: number | null) => parentPort?.postMessage({ number, port } satisfies GrpcThreadReply)
  if (start === null) {
    running.get(number)?.forceShutdown()
    running.delete(number)
    reply(null)
    return
  }
  const { server, port } = await startServer(start)
  running.set(number, server)
  reply(port)
})
