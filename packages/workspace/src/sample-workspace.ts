import {
  type Collection,
  defaultStreamSettings,
  defaultWebSocketPart,
  type Folder,
  type GraphQlRequest,
  type HttpRequest,
  type Item,
  newGraphQlRequest,
  newGrpcRequest,
  newHttpRequest,
  newWebSocketRequest,
  noRequestDefaults,
  type Request,
  row,
  type Workspace,
} from '@parley/model'

/** Returns the sample of a first start: requests to the demo API, which work without a network. */
export function sampleWorkspace(): Workspace {
  return {
    name: 'Bookshop',
    variables: [],
    environments: [],
    collections: [sampleCollection()],
  }
}

function sampleCollection(): Collection {
  return {
    kind: 'collection',
    name: 'Bookshop API',
    summary: '',
    version: '',
    authors: [],
    defaults: { ...noRequestDefaults, auth: { type: 'none' } },
    items: [
      folder('Books', bookRequests()),
      folder('Responses of every kind', answerRequests()),
      request('Echo', 'POST', '/echo', {
        headers: [row('X-Request-Id', '{{$guid}}')],
        body: { type: 'raw', language: 'json', text: '{\n  "sentAt": "{{$isoTimestamp}}"\n}' },
      }),
      graphQlRequest(),
      grpcRequest(),
    ],
    environments: [],
    protobuf: { protoFilePaths: [], importPaths: [] },
    clientCertificates: [],
    bundled: false,
    isSample: true,
  }
}

function bookRequests(): readonly HttpRequest[] {
  const newBook = '{\n  "title": "The Word for World Is Forest",\n  "author": "Ursula K. Le Guin"\n}'
  return [
    request('List books', 'GET', '/books?author=Le%20Guin&limit=20', {
      params: [row('author', 'Le Guin'), row('limit', '20')],
    }),
    request('Get a book', 'GET', '/books/1204'),
    request('Add a book', 'POST', '/books', { body: { type: 'raw', language: 'json', text: newBook } }),
    request('Update price', 'PATCH', '/books/1204', {
      body: { type: 'raw', language: 'json', text: '{ "price": { "amount": 9.99, "currency": "EUR" } }' },
    }),
    request('Remove a book', 'DELETE', '/books/1231'),
  ]
}

function answerRequests(): readonly Request[] {
  return [
    request('Not found', 'GET', '/status/404'),
    request('Slow response', 'GET', '/delay/5000'),
    request('Redirect', 'GET', '/redirect/2'),
    request('Compressed with zstd', 'GET', '/zstd'),
    request('Five megabytes of JSON', 'GET', '/large?bytes=5000000', { params: [row('bytes', '5000000')] }),
    request('Image', 'GET', '/image'),
    request('HTML page', 'GET', '/page'),
    request('XML feed', 'GET', '/feed'),
    stockUpdates(),
    ...webSockets(),
  ]
}

/** An event each second, until it is stopped. */
function stockUpdates(): Request {
  const { examples: _, ...fields } = request('Stock updates', 'GET', '/events?count=0&intervalMs=1000', {
    params: [row('count', '0'), row('intervalMs', '1000')],
  })
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
function graphQlRequest(): GraphQlRequest {
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
function grpcRequest(): Request {
  return newGrpcRequest({
    name: 'A book by gRPC',
    url: '{{baseUrl}}',
    method: 'bookshop.Books/GetBook',
    messages: [{ title: '', selected: true, text: '{\n  "id": 1204\n}' }],
  })
}

function request(name: string, method: string, path: string, fields: Partial<HttpRequest> = {}): HttpRequest {
  return newHttpRequest({ name, method, url: `{{baseUrl}}${path}`, ...fields })
}

function folder(name: string, items: readonly Item[]): Folder {
  return { kind: 'folder', name, tags: [], defaults: noRequestDefaults, items }
}
