import {
  defaultStreamSettings,
  defaultWebSocketPart,
  type GraphQlRequest,
  type HttpRequest,
  newGraphQlRequest,
  newGrpcRequest,
  newWebSocketRequest,
  type Request,
  row,
} from '@parley/model'
import { sampleRequest } from './sample-parts.ts'

/** Returns the requests for books. Samples of earlier versions are recognised by them. */
export function bookRequests(): readonly HttpRequest[] {
  const newBook = '{\n  "title": "The Word for World Is Forest",\n  "author": "Ursula K. Le Guin"\n}'
  return [
    sampleRequest('List books', 'GET', '/books?author=Le%20Guin&limit=20', {
      params: [row('author', 'Le Guin'), row('limit', '20')],
    }),
    sampleRequest('Get a book', 'GET', '/books/1204'),
    sampleRequest('Add a book', 'POST', '/books', { body: { type: 'raw', language: 'json', text: newBook } }),
    sampleRequest('Update price', 'PATCH', '/books/1204', {
      body: { type: 'raw', language: 'json', text: '{ "price": { "amount": 9.99, "currency": "EUR" } }' },
    }),
    sampleRequest('Remove a book', 'DELETE', '/books/1231'),
  ]
}

/** Returns requests for what clients show in a special way. */
export function answerRequests(): readonly Request[] {
  return [
    sampleRequest('Not found', 'GET', '/status/404'),
    sampleRequest('Slow response', 'GET', '/delay/5000'),
    sampleRequest('Redirect', 'GET', '/redirect/2'),
    sampleRequest('Compressed with zstd', 'GET', '/zstd'),
    sampleRequest('Five megabytes of JSON', 'GET', '/large?bytes=5000000', {
      params: [row('bytes', '5000000')],
    }),
    sampleRequest('Image', 'GET', '/image'),
    sampleRequest('HTML page', 'GET', '/page'),
    sampleRequest('XML feed', 'GET', '/feed'),
    stockUpdates(),
    ...webSockets(),
  ]
}

/** An event each second, until it is stopped. */
function stockUpdates(): Request {
  const { examples: _, ...fields } = sampleRequest(
    'Stock updates',
    'GET',
    '/events?count=0&intervalMs=1000',
    {
      params: [row('count', '0'), row('intervalMs', '1000')],
    },
  )
  return { ...fields, kind: 'serverSentEvents', stream: defaultStreamSettings }
}

/** One that returns each message, and one that sends by itself; both answer at once. */
function webSockets(): readonly Request[] {
  const greeting = { title: 'Greeting', selected: true, format: 'json' as const }
  return [
    newWebSocketRequest({
      name: 'Message echo',
      url: '{{baseUrl}}/echo',
      webSocket: {
        ...defaultWebSocketPart,
        messages: [
          { ...greeting, data: '{\n  "hello": "{{$guid}}"\n}' },
          { title: 'Ask the server to close', selected: false, format: 'text', data: 'close' },
        ],
      },
    }),
    newWebSocketRequest({
      name: 'Stock ticker',
      url: '{{baseUrl}}/ticker?intervalMs=1000',
      params: [row('intervalMs', '1000')],
    }),
  ]
}

/** Several operations, one of them a subscription; the first runs until another is chosen. */
export function graphQlRequest(): GraphQlRequest {
  const query = `query Books($author: String) {
  books(author: $author) {
    id
    title
    price {
      amount
      currency
    }
  }
}

mutation AddBook {
  addBook(book: { title: "Lavinia", author: "Ursula K. Le Guin" }) {
    id
  }
}

subscription Stock {
  stock(count: 10) {
    inStock
  }
}
`
  return newGraphQlRequest({
    name: 'Books by GraphQL',
    url: '{{baseUrl}}/graphql',
    body: { type: 'graphql', query, variables: '{\n  "author": "Le Guin"\n}', operationName: 'Books' },
  })
}

/** A unary call; the demo API describes its other methods by reflection. */
export function grpcRequest(): Request {
  return newGrpcRequest({
    name: 'A book by gRPC',
    url: '{{baseUrl}}',
    method: 'bookshop.Books/GetBook',
    messages: [{ title: '', selected: true, text: '{\n  "id": 1204\n}' }],
  })
}
