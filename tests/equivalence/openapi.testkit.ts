import {
  type ExpectedBody,
  type ExpectedRequest,
  isMap,
  listIn,
  type MarkedSource,
  markName,
  type Pair,
  textIn,
} from './expected.testkit.ts'

type Entry = Record<string, unknown>

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/**
 * Reads a document of OpenAPI 2.0 or 3 by its specification: the first server, the path with the examples of its parameters, the
 * required parameters with one value and an example, a media type of the body, and the example of a JSON body. Samples of
 * schemas are not settled by it, so the path has `ANY` there, and further rows and headers may be sent. Authorizations and files,
 * whose values no document has, are left out.
 */
export function readOpenApi(document: unknown): MarkedSource {
  const expected = new Map<string, ExpectedRequest>()
  const isSwagger = isMap(document) && document.swagger !== undefined
  const paths = isMap(document) && isMap(document.paths) ? document.paths : {}
  for (const [path, item] of Object.entries(paths)) {
    if (!path.startsWith('/') || !isMap(item) || item.$ref !== undefined) continue
    for (const method of methods) {
      const operation = item[method]
      if (!isMap(operation)) continue
      const parameters = [...listIn(item, 'parameters'), ...listIn(operation, 'parameters')].map(one =>
        resolved(document, one),
      )
      const server = serverOf([operation, item, document], isSwagger)
      const body = isSwagger ? null : resolved(document, operation.requestBody)
      if (server === null || parameters.some(one => one === null) || needsFile([body, parameters])) continue
      const mark = String(expected.size + 1)
      expected.set(mark, {
        name: `${method} ${path}`,
        method,
        url: server + filledPath(path, withoutRepeats(parameters as readonly Entry[])),
        query: pairsOf(withoutRepeats(parameters as readonly Entry[]), 'query'),
        headers: pairsOf(withoutRepeats(parameters as readonly Entry[]), 'header').filter(
          ([name]) => !['accept', 'content-type', 'authorization'].includes(name.toLowerCase()),
        ),
        body: bodyOf(document, body),
        isPartial: true,
      })
      const marked = [...listIn(operation, 'parameters'), markParameter(mark, isSwagger)]
      Object.assign(operation, { parameters: marked, security: [] })
    }
  }
  return { files: new Map([['openapi.json', JSON.stringify(document)]]), expected, values: new Map() }
}

/** Returns whether a body is a file, or a schema is in another file. */
function needsFile(parts: unknown): boolean {
  return /"format":"binary"|"type":"file"|"(?:application\/octet-stream|image\/[^"]*|\*\/\*)":|"\$ref":"[^#]/.test(
    JSON.stringify(parts),
  )
}

function markParameter(mark: string, isSwagger: boolean): Entry {
  const type = { type: 'string', default: mark, enum: [mark] }
  return { name: markName, in: 'header', required: true, ...(isSwagger ? type : { schema: type }) }
}

/** Returns what a local reference refers to; null for another reference. */
function resolved(document: unknown, value: unknown): unknown {
  let found = value
  for (let steps = 0; isMap(found) && typeof found.$ref === 'string'; steps += 1) {
    if (!found.$ref.startsWith('#/') || steps > 10) return null
    const names = found.$ref.slice(2).split('/')
    found = names.reduce<unknown>(
      (at, name) =>
        isMap(at) ? at[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')] : undefined,
      document,
    )
  }
  return found ?? null
}

/** Parameters of an operation replace those of its path with the same name and place. */
function withoutRepeats(parameters: readonly Entry[]): readonly Entry[] {
  return [...new Map(parameters.map(one => [`${one.in} ${one.name}`, one])).values()]
}

/** Returns the address of the first server of the nearest list; null if it is relative. */
function serverOf(owners: readonly unknown[], isSwagger: boolean): string | null {
  const document = owners.at(-1)
  if (isSwagger) {
    const schemes = isMap(document) && Array.isArray(document.schemes) ? document.schemes : ['https']
    const host = textIn(document, 'host')
    return host === '' ? null : `${schemes[0]}://${host}${textIn(document, 'basePath').replace(/\/$/, '')}`
  }
  const [server] = owners.map(one => listIn(one, 'servers')).find(list => list.length > 0) ?? []
  const variables = isMap(server?.variables) ? server.variables : {}
  const url = textIn(server, 'url').replace(/\{([^{}]+)\}/g, (_, name) => textIn(variables[name], 'default'))
  return /^https?:\/\/[^/]/.test(url) ? url.replace(/\/$/, '') : null
}

/** Returns the given example of a parameter with one value; undefined if there is none, or a media type says how it is written. */
function exampleOf(parameter: Entry): string | undefined {
  if (parameter.content !== undefined) return undefined
  const schema = isMap(parameter.schema) ? parameter.schema : parameter
  const [named] = isMap(parameter.examples) ? Object.values(parameter.examples) : []
  const given =
    parameter.example ?? (isMap(named) ? named.value : undefined) ?? schema.example ?? schema.default
  return ['string', 'number', 'boolean'].includes(typeof given) && schema.type !== 'array'
    ? String(given)
    : undefined
}

function filledPath(path: string, parameters: readonly Entry[]): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name) => {
    const found = parameters.find(one => one.in === 'path' && one.name === name)
    const example = found === undefined ? undefined : exampleOf(found)
    return example === undefined || example === '' ? 'ANY' : encodeURIComponent(example)
  })
}

function pairsOf(parameters: readonly Entry[], place: string): readonly Pair[] {
  return parameters
    .filter(one => one.in === place && one.required === true)
    .flatMap((one): readonly Pair[] => {
      const example = exampleOf(one)
      return example === undefined ? [] : [[textIn(one, 'name'), example]]
    })
}

/** Returns the example of a body that can only be JSON. */
function bodyOf(document: unknown, body: unknown): ExpectedBody {
  const content = isMap(body) && isMap(body.content) ? Object.entries(body.content) : []
  const [[type = '', media] = []] = content
  if (content.length !== 1 || type !== 'application/json' || !isMap(media)) return { kind: 'any' }
  const [named] = isMap(media.examples) ? Object.values(media.examples) : []
  const example = resolved(document, named)
  const value = media.example ?? (isMap(example) ? example.value : undefined)
  return value === undefined || JSON.stringify(value).includes('$ref')
    ? { kind: 'any' }
    : { kind: 'json', value }
}
