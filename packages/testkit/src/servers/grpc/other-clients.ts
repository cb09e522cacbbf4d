import { createGrpcTransport } from '@connectrpc/connect-node'
import { Client, credentials } from '@grpc/grpc-js'
import { shopRegistry } from './connect-routes.ts'
import { loadShop } from './load-shop.ts'
import type { GrpcServer } from './start-grpc-server.ts'

/** The client of `@grpc/grpc-js`, over one connection. */
export function createGrpcJsClient({ address }: GrpcServer) {
  const client = new Client(address, credentials.createInsecure())
  const { 'shop.Books': service = {} } = loadShop()
  const get = Object.entries(service).find(([name]) => name === 'Get')?.[1]
  if (get === undefined || typeof get === 'string' || !('requestSerialize' in get))
    throw new Error('The method is missing')
  return {
    /** Calls `shop.Books/Get`. */
    get: (id: number) =>
      new Promise<unknown>((resolve, reject) => {
        client.makeUnaryRequest(
          get.path,
          get.requestSerialize,
          get.responseDeserialize,
          { id },
          (error, book) => (error === null ? resolve(book) : reject(error)),
        )
      }),
    close: () => client.close(),
  }
}

/** The gRPC client of `@connectrpc/connect-node`, over one connection. */
export async function createConnectClient({ address }: GrpcServer) {
  const service = (await shopRegistry()).getService('shop.Books')
  const list = service?.methods.find(({ name }) => name === 'List')
  if (list === undefined) throw new Error('The method is missing')
  const streamed = { ...list, methodKind: 'server_streaming' as const }
  const transport = createGrpcTransport({ baseUrl: `http://${address}` })
  return {
    /** Calls `shop.Books/List` for this many messages, and counts those that arrive. */
    async countOf(count: number): Promise<number> {
      let received = 0
      const { message } = await transport.stream(streamed, undefined, undefined, undefined, only({ count }))
      for await (const _ of message) received += 1
      return received
    },
  }
}

async function* only<Value>(value: Value): AsyncGenerator<Value, void, undefined> {
  yield value
}
