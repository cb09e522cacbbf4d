import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { findPackages, realServerPackages } from '../../scripts/install/install-locked-packages.mjs'

const packages = findPackages(...realServerPackages)
/** Where the packages are; empty: they are not installed. */
export const packagesFolder = packages ?? ''

const load = createRequire(`${packages}/servers.js`)

/** Why the servers cannot be started; empty: they can. */
export const missingPackages =
  packages === null ? 'the packages of tests/real-servers (npm run test:all installs them)' : ''

/** The schema of the servers of GraphQL. */
export const typeDefs = `
  type Book { id: ID!, title: String!, price(currency: String = "EUR"): Float, next: Book }
  input NewBook { title: String!, tags: [String!] }
  type Query { books(first: Int = 2): [Book!]!, broken: Book, wrong: String! }
  type Mutation { add(book: NewBook!): Book! }
`
const books = Array.from({ length: 5 }, (_, at) => ({
  id: String(at),
  title: `Bücher ${at}`,
  price: () => 9.5 + at,
}))
/** What resolves its fields. */
export const resolvers = {
  Query: {
    books: (_, { first }) => books.slice(0, first),
    broken: () => {
      throw new Error('The shelf broke')
    },
    wrong: () => null,
  },
  Mutation: { add: (_, { book }) => ({ id: '9', title: book.title, price: () => book.tags?.length ?? 0 }) },
}

/** Starts Apollo Server. Each of these resolves to its address and what closes it. */
export async function startApollo() {
  const { ApolloServer } = load('@apollo/server')
  const { startStandaloneServer } = load('@apollo/server/standalone')
  const server = new ApolloServer({
    typeDefs,
    resolvers,
    introspection: true,
    includeStacktraceInErrorResponses: false,
  })
  const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } })
  return { url, close: () => server.stop() }
}

/** Starts Mercurius, with a subscription over WebSockets. */
export async function startMercurius() {
  const app = load('fastify')()
  const schema = `${typeDefs} type Subscription { count(to: Int!): Int! }`
  const subscription = {
    count: {
      async *subscribe(_, { to }) {
        for (let count = 1; count <= to; count += 1) yield { count }
      },
    },
  }
  await app.register(load('mercurius'), {
    schema,
    resolvers: { ...resolvers, Subscription: subscription },
    subscription: true,
    graphiql: false,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${app.server.address().port}/graphql`, close: () => app.close() }
}

/** Starts Socket.IO, which repeats what it is told. */
export async function startSocketIo() {
  const { Server } = load('socket.io')
  const server = createServer()
  const io = new Server(server)
  io.on('connection', socket => socket.on('say', (text, done) => done(`You said ${text}`)))
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => io.close() }
}
