import { parse } from 'yaml'

/** The folders of the corpus with files of other clients. */
export const corpusKinds = [
  'postman',
  'insomnia',
  'hoppscotch',
  'thunder-client',
  'har',
  'openapi',
  'graphql',
  'wsdl',
] as const

/** Reads a JSON or YAML file of the corpus without using the importers. */
export function documentOf(text: string): unknown {
  return parse(text.replace(/^\ufeff/, ''), { uniqueKeys: false, logLevel: 'silent', maxAliasCount: -1 })
}

/** Counts the requests in a file of the corpus without using the importers. */
export function expectedRequests(kind: (typeof corpusKinds)[number], text: string): number {
  if (kind === 'wsdl') return countBoundOperations(text)
  const document = documentOf(text)
  if (isMap(document) && (document.openapi !== undefined || document.swagger !== undefined))
    return countOperations(document.paths)
  if (kind === 'postman') return countPostman(document)
  if (kind === 'graphql') return countRootFields(document)
  return countMaps(document, isRequestOf[kind])
}

type Map = Readonly<Record<string, unknown>>

function isMap(value: unknown): value is Map {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Counts the objects that pass a test, at any depth. */
function countMaps(value: unknown, isCounted: (one: Map) => boolean): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = isMap(value) && isCounted(value) ? 1 : 0
  return own + Object.values(value).reduce<number>((sum, one) => sum + countMaps(one, isCounted), 0)
}

/** Counts items with a request, or the flat list of v1. */
function countPostman(document: unknown): number {
  const flat = isMap(document) ? document.requests : undefined
  if (Array.isArray(flat)) return flat.length
  return countMaps(document, one => 'request' in one && !('originalRequest' in one))
}

const isRequestOf: Readonly<Record<Exclude<(typeof corpusKinds)[number], 'postman'>, (one: Map) => boolean>> =
  {
    insomnia: one =>
      ['request', 'grpc_request', 'websocket_request'].includes(String(one._type)) ||
      (typeof one.url === 'string' &&
        typeof one.method === 'string' &&
        one._type === undefined &&
        one.meta !== undefined),
    hoppscotch: one =>
      typeof one.method === 'string' &&
      (typeof one.endpoint === 'string' || typeof one.path === 'string') &&
      'preRequestScript' in one,
    'thunder-client': one => typeof one.method === 'string' && typeof one.url === 'string',
    har: one => typeof one.method === 'string' && typeof one.url === 'string',
    openapi: () => false,
    graphql: () => false,
    wsdl: () => false,
  }

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

function countOperations(paths: unknown): number {
  if (!isMap(paths)) return 0
  return Object.entries(paths).reduce((sum, [path, item]) => {
    if (path.startsWith('x-') || !isMap(item)) return sum
    // A path may refer to another one of the same document.
    const other = /^#\/paths\/(.*)$/.exec(String(item.$ref))?.[1]?.replaceAll('~1', '/')
    const meant = other === undefined ? item : paths[other]
    return (
      sum +
      Object.entries(isMap(meant) ? meant : {}).filter(([name, one]) => methods.has(name) && isMap(one))
        .length
    )
  }, 0)
}

/** Counts the fields of the root types of an introspection. */
function countRootFields(document: unknown): number {
  const data = isMap(document) && isMap(document.data) ? document.data : document
  const schema = isMap(data) ? data.__schema : undefined
  if (!isMap(schema) || !Array.isArray(schema.types)) return 0
  const nameOf = (value: unknown) => (isMap(value) ? String(value.name) : '')
  const roots = [nameOf(schema.queryType), nameOf(schema.mutationType)].filter(name => name !== '')
  return schema.types
    .filter(type => roots.includes(nameOf(type)))
    .reduce(
      (sum: number, type) => sum + (isMap(type) && Array.isArray(type.fields) ? type.fields.length : 0),
      0,
    )
}

/** Counts the operations of bindings; the documents of the corpus bind each port once. */
function countBoundOperations(text: string): number {
  const bindings = text.match(/<(?:\w+:)?binding\b[^>]*\bname=[\s\S]*?<\/(?:\w+:)?binding>/g) ?? []
  return bindings.reduce(
    (sum, one) => sum + (one.match(/<(?:\w+:)?operation\b[^>]*\bname=/g)?.length ?? 0),
    0,
  )
}
