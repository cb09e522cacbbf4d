import { type HttpRequest, newHttpRequest, pathVariableNames, type RequestExample, row } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import { newVariable } from '../new-entities.ts'
import { withParams } from '../request-parts.ts'
import { languageOf } from '../text-body.ts'
import { exampleText } from './example-text.ts'
import { statedExample } from './example-values.ts'
import { chosenContent, plainType } from './media-types.ts'
import { requestBody, swaggerBody } from './openapi-body.ts'
import { openApiAuth } from './openapi-security.ts'
import { openApiServers } from './openapi-servers.ts'
import { type ParameterPlace, type PathValue, parameterRows, pathValue } from './parameter-rows.ts'
import type { References } from './references.ts'

/** The context of an operation. */
export interface OperationPlace {
  readonly document: JsonValue
  readonly path: string
  readonly pathItem: JsonValue
  readonly method: string
}

/** Converts an operation to a request, with values from the document or sampled from its schemas. */
export function openApiRequest(
  operation: JsonValue,
  { document, path, pathItem, method }: OperationPlace,
  references: References,
  log: ImportLog,
): HttpRequest {
  log.count('requests')
  const parameters = allParameters(operation, pathItem, references)
  const parametersIn = (place: string) => parameters.filter(one => textMember(one, 'in') === place)
  const rowsIn = (place: Exclude<ParameterPlace, 'path'>) =>
    parametersIn(place).flatMap(one => parameterRows(one, place, references))
  const [ownServer] = [...openApiServers(operation), ...openApiServers(pathItem)]
  const pathValues = parametersIn('path').map(one => pathValue(one, references))
  const url = `${ownServer?.url ?? '{{baseUrl}}'}${requestPath(path, pathValues)}`
  const pathNames = new Set(pathVariableNames(url))
  const isSwagger = member(document, 'swagger') !== undefined
  const { body, contentType } = isSwagger
    ? swaggerBody(
        parameters,
        listOf(member(operation, 'consumes') ?? member(document, 'consumes')),
        references,
        log,
      )
    : requestBody(member(operation, 'requestBody'), references, log)
  const docs = textMember(operation, 'description')
  return newHttpRequest({
    name: operationName(operation, method, path),
    method: method.toUpperCase(),
    ...withParams(url, rowsIn('query')),
    pathParams: [...pathNames].map(name => ({
      ...row(name, ''),
      ...pathValues.find(one => one.row.name === name)?.row,
      enabled: true,
    })),
    headers: [
      ...rowsIn('header').filter(one => !/^(?:accept|content-type|authorization)$/i.test(one.name)),
      ...(contentType === null ? [] : [row('Content-Type', contentType)]),
      ...(answersWithEvents(member(operation, 'responses'), references)
        ? [row('Accept', 'text/event-stream')]
        : []),
    ],
    cookies: rowsIn('cookie'),
    body,
    auth: openApiAuth(member(operation, 'security'), document, references, log),
    variables: [
      ...(ownServer?.variables ?? []),
      ...pathValues
        .filter(one => !pathNames.has(one.row.name))
        .map(one => newVariable(one.row.name, one.escaped)),
    ],
    examples: responseExamples(member(operation, 'responses'), references, log),
    ...(docs === '' ? {} : { docs }),
  })
}

/** Returns the display name: the summary, the id, or method and path. */
function operationName(operation: JsonValue, method: string, path: string): string {
  const name = textMember(operation, 'summary') || textMember(operation, 'operationId')
  return name === '' ? `${method.toUpperCase()} ${path}` : name.replace(/\s+/g, ' ').trim()
}

/**
 * Converts a path: `{id}` as a whole segment becomes a path variable. Within a segment, or with a value that needs escapes, it
 * becomes a variable of the request.
 */
function requestPath(path: string, values: readonly PathValue[]): string {
  const withSlash = path.startsWith('/') || path === '' ? path : `/${path}`
  const escaped = new Set(values.filter(one => one.needsEscapes).map(one => `{${one.row.name}}`))
  return withSlash
    .split('/')
    .map(segment => (escaped.has(segment) ? segment : segment.replace(/^\{([^{}:\s]+)\}$/, ':$1')))
    .map(segment => segment.replace(/\{([^{}]+)\}/g, '{{$1}}'))
    .join('/')
}

/** Returns the parameters of the path, then those of the operation, which override by name and place. */
function allParameters(
  operation: JsonValue,
  pathItem: JsonValue,
  references: References,
): readonly JsonValue[] {
  const byKey = new Map<string, JsonValue>()
  for (const owner of [pathItem, operation]) {
    for (const one of listOf(member(owner, 'parameters'))) {
      const parameter = references.resolve(one)
      if (!isObject(parameter)) continue
      byKey.set(`${textMember(parameter, 'in')} ${textMember(parameter, 'name')}`, parameter)
    }
  }
  return [...byKey.values()]
}

/** Whether the successful responses are event streams and nothing else. */
function answersWithEvents(responses: JsonValue | undefined, references: References): boolean {
  const types = entriesOf(responses)
    .filter(([code]) => /^2/.test(code))
    .flatMap(([, response]) => entriesOf(member(references.resolve(response), 'content')))
    .map(([type]) => plainType(type))
  return types.length > 0 && types.every(type => type === 'text/event-stream')
}

/** Returns the responses for which the document has an example. */
function responseExamples(
  responses: JsonValue | undefined,
  references: References,
  log: ImportLog,
): readonly RequestExample[] {
  return entriesOf(responses).flatMap(([code, value]) => {
    const response = references.resolve(value)
    const found = responseContent(response, references)
    if (found === null) return []
    log.count('examples')
    const statusCode = /^\d{3}$/.test(code) ? Number(code) : 200
    const language = languageOf(plainType(found.mediaType))
    const type = language === 'json' || language === 'xml' || language === 'html' ? language : 'text'
    const headers = found.mediaType === '' ? [] : [{ name: 'Content-Type', value: found.mediaType }]
    return [
      {
        name: `${code} ${textMember(response, 'description').split('\n')[0] ?? ''}`.trim().slice(0, 200),
        response: {
          statusCode,
          reasonPhrase: '',
          headers,
          body: { type, data: exampleText(found.example, type === 'xml') },
        },
      },
    ]
  })
}

function responseContent(response: JsonValue | undefined, references: References) {
  const swagger = entriesOf(member(response, 'examples'))[0]
  if (swagger !== undefined) return { mediaType: swagger[0], example: references.exampleOf(swagger[1]) }
  const [mediaType = '', content] = chosenContent(entriesOf(member(response, 'content'))) ?? []
  const example = statedExample(content, references)
  return example === undefined ? null : { mediaType, example }
}
