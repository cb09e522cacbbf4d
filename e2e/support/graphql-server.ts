import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSchema, createYoga } from 'graphql-yoga'

/** A GraphQL server of the tests, and what it received. */
export interface GraphQlServer {
  readonly url: string
  /** The `authorization` and `operationName` of each request, oldest first. */
  readonly received: { readonly authorization: string | null; readonly operationName: unknown }[]
  close(): Promise<void>
}

const typeDefs = `
  "What can be asked."
  type Query {
    "One author by the name."
    author(name: String!): Author
    books(first: Int, order: Order): [Book!]!
    "Everything that the words are in."
    search(text: String!): [SearchHit!]!
    oldBooks: [Book] @deprecated(reason: "Use books.")
  }
  type Mutation { addBook(title: String!): Book! }
  type Author { name: String! born: Int books: [Book!]! }
  "A book of the shop."
  type Book { id: ID! title: String! author: Author }
  union SearchHit = Book | Author
  enum Order { TITLE YEAR }
`

const books = [
  { id: '1', title: 'The Left Hand of Darkness' },
  { id: '2', title: 'The Dispossessed' },
]

/** Starts a GraphQL server; `answer` may answer a request in place of it. */
export async function startGraphQlServer(
  options: {
    readonly typeDefs?: string
    readonly resolvers?: Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>
    readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean
  } = {},
): Promise<GraphQlServer> {
  const received: GraphQlServer['received'] = []
  const resolvers = { Query: { books: () => books, author: () => ({ name: 'Ursula K. Le Guin', books }) } }
  const yoga = createYoga({
    schema: createSchema(
      options.typeDefs === undefined
        ? { typeDefs, resolvers }
        : { typeDefs: options.typeDefs, resolvers: { ...options.resolvers } },
    ),
    logging: false,
    plugins: [
      {
        onParams({ params, request }) {
          const authorization = request.headers.get('authorization')
          received.push({ authorization, operationName: params.operationName })
        },
      },
    ],
  })
  const server = createServer((request, response) => {
    if (options.answer?.(request, response) !== true) void yoga(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    received,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
