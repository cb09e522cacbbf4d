/// <reference path="./ws-server.d.ts" />
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type GraphQLSchema, isSchema } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { createSchema, createYoga } from 'graphql-yoga'
import { WebSocketServer } from 'ws'
import { listenOnLoopback } from '../listen-on-loopback.ts'

/** A GraphQL server for tests, with the implementation of graphql-yoga. */
export interface GraphQlServer {
  /** The address of its one endpoint. */
  readonly url: string
  /** What was asked for, oldest first. */
  readonly received: readonly ReceivedOperation[]
  /** The connection parameters of each WebSocket. Those with `token: "wrong"` are refused. */
  readonly connectionParams: readonly unknown[]
  close(): Promise<void>
}

/** A part of a request that a server has read. */
export interface ReceivedOperation {
  readonly authorization: string | null
  readonly operationName: unknown
}

/** A schema for a server, and how its fields are resolved. */
export interface ServedSchema {
  readonly typeDefs: string
  readonly resolvers?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const typeDefs = /* GraphQL */ `
  scalar File

  input NewBook {
    title: String!
    cover: File
  }

  type Book {
    title: String!
    author: String
    "Always an error."
    price: Float
  }

  type Query {
    books(first: Int): [Book!]!
    greeting(name: String!): String!
    "Returns its argument."
    exact(json: String!): String!
    fail: String!
  }

  type Mutation {
    addBook(book: NewBook!): Book!
    "Returns the name, type and text of each file."
    upload(files: [File!]!): [String!]!
  }

  type Subscription {
    countdown(from: Int!): Int!
    failing: Int!
  }
`

const books = [
  { title: 'Lavinia', author: 'Ursula K. Le Guin' },
  { title: 'Aeneid', author: 'Vergil' },
  { title: 'Metamorphoses', author: 'Ovid' },
]

const resolvers = {
  Book: {
    price: () => {
      throw new Error('The price is a secret of the shop')
    },
  },
  Query: {
    books: (_: unknown, { first }: { first?: number }) => books.slice(0, first ?? books.length),
    greeting: (_: unknown, { name }: { name: string }) => `Hello, ${name}`,
    exact: (_: unknown, { json }: { json: string }) => json,
    fail: () => {
      throw new Error('It failed')
    },
  },
  Mutation: {
    addBook: async (_: unknown, { book }: { book: { title: string; cover?: File } }) => ({
      title: book.title,
      author: (await book.cover?.text()) ?? null,
    }),
    upload: (_: unknown, { files }: { files: readonly File[] }) =>
      Promise.all(files.map(async file => `${file.name} ${file.type} ${await file.text()}`)),
  },
  Subscription: {
    countdown: {
      async *subscribe(_: unknown, { from }: { from: number }) {
        for (let left = from; left >= 0; left -= 1) {
          yield { countdown: left }
          // Others in this process go on meanwhile.
          await setImmediate()
        }
      },
    },
    failing: {
      async *subscribe() {
        yield { failing: 1 }
        throw new Error('The source failed')
      },
    },
  },
}

const bookshop: ServedSchema = { typeDefs, resolvers }

/** Starts a server on 127.0.0.1, for HTTP and WebSockets. Errors of its resolvers have their messages. */
export async function startGraphQlServer(
  schema: ServedSchema | GraphQLSchema = bookshop,
): Promise<GraphQlServer> {
  const received: ReceivedOperation[] = []
  const connectionParams: unknown[] = []
  const served = isSchema(schema)
    ? schema
    : createSchema({ typeDefs: schema.typeDefs, resolvers: { ...schema.resolvers } })
  const yoga = createYoga({
    schema: served,
    logging: false,
    maskedErrors: false,
    landingPage: false,
    plugins: [
      {
        onParams({ params, request }) {
          const authorization = request.headers.get('authorization')
          received.push({ authorization, operationName: params.operationName })
        },
      },
    ],
  })
  const server = createServer(yoga)
  const webSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: offered => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  })
  useServer(
    {
      schema: served,
      onConnect({ connectionParams: params }) {
        connectionParams.push(params)
        return params?.token !== 'wrong'
      },
    },
    webSockets,
  )
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket)
    webSockets.handleUpgrade(request, socket, head, one => void webSockets.emit('connection', one, request))
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    received,
    connectionParams,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
        for (const socket of sockets) socket.destroy()
      }),
  }
}
