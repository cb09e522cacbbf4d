import {
  type HttpRequest,
  newHttpRequest,
  pathVariableNames,
  type RequestExample,
  type Row,
  row,
} from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newVariable } from '../new-entities.ts'
import { withParams } from '../request-parts.ts'
import { languageOf } from '../text-body.ts'
import {
  chosenContent,
  exampleText,
  plainType,
  requestBody,
  statedExample,
  swaggerBody,
} from './openapi-body.ts'
import { openApiAuth } from './openapi-security.ts'
import { openApiServers } from './openapi-servers.ts'
import type { References } from './references.ts'
import { sampleSchema } from './sample-schema.ts'

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
  const rowsIn = (place: string) =>
    parameters.filter(one => textMember(one, 'in') === place).map(one => parameterRow(one, references))
  const [ownServer] = [...openApiServers(operation), ...openApiServers(pathItem)]
  const url = `${ownServer?.url ?? '{{baseUrl}}'}${requestPath(path)}`
  const pathRows = rowsIn('path')
  const pathNames = new Set(pathVariableNames(url))
  const isSwagger = member(document, 'swagger') !== undefined
  const { body, contentType } = isSwagger
    ? swaggerBody(
        parameters,
        listOf(member(operation, 'consumes') ?? member(document, 'consumes')),
        references,
      )
    : requestBody(member(operation, 'requestBody'), references)
  const docs = textMember(operation, 'description')
  return newHttpRequest({
    name: operationName(operation, method, path),
    method: method.toUpperCase(),
    ...withParams(url, rowsIn('query')),
    pathParams: [...pathNames].map(name => ({
      ...row(name, ''),
      ...pathRows.find(one => one.name === name),
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
      ...pathRows.filter(one => !pathNames.has(one.name)).map(one => newVariable(one.name, one.value)),
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
 * Converts a path: `{id}` as a whole segment becomes a path variable, within a segment a variable of the
 * request.
 */
function requestPath(path: string): string {
  const withSlash = path.startsWith('/') || path === '' ? path : `/${path}`
  return withSlash
    .split('/')
    .map(segment => segment.replace(/^\{([^{}:\s]+)\}$/, ':$1').replace(/\{([^{}]+)\}/g, '{{$1}}'))
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

/** Converts a parameter; required ones are ticked. */
function parameterRow(parameter: JsonValue, references: References): Row {
  const content = entriesOf(member(parameter, 'content'))[0]?.[1]
  const schema = member(parameter, 'schema') ?? member(content, 'schema') ?? parameter
  const sample =
    statedExample(parameter, references) ??
    statedExample(content, references) ??
    sampleSchema(schema, references)
  const description = textMember(parameter, 'description')
  return {
    name: textMember(parameter, 'name'),
    value: Array.isArray(sample) ? listOf(sample).map(textOf).join(',') : textOf(sample),
    enabled: member(parameter, 'required') === true,
    ...(description === '' ? {} : { description }),
  }
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
  if (swagger !== undefined) return { mediaType: swagger[0], example: swagger[1] }
  const [mediaType = '', content] = chosenContent(entriesOf(member(response, 'content'))) ?? []
  const example = statedExample(content, references)
  return example === undefined ? null : { mediaType, example }
}
