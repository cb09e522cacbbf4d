import {
  type AnyAuth,
  type Auth,
  type AuthByType,
  type AuthType,
  type Folder,
  graphQlRequestJson,
  type HttpBody,
  type HttpRequest,
  mediaTypeOfFile,
  type OAuth2Auth,
  pathVariableNames,
  type RequestExample,
  type Row,
  rawMediaTypes,
} from '@parley/model'
import type { JsonObject, JsonValue } from '../../import/json-value.ts'
import { exactExample } from './exact-example.ts'

/**
 * Headers that other parts of the message define, so that they are not parameters (OpenAPI 3.1, Parameter
 * Object).
 */
const noParameters = new Set(['accept', 'content-type', 'authorization'])

/** Converts a request to an operation. `path` has its variables in braces. */
export function writeOperation(
  request: HttpRequest,
  path: string,
  tag: string,
  security: readonly JsonObject[] | null,
): JsonObject {
  const docs = documentationOf(request)
  const pathNames = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
  const parameters = [
    ...pathNames.map(name => pathParameter(name, request)),
    ...parametersOf('query', request.params),
    ...parametersOf(
      'header',
      request.headers.filter(one => !noParameters.has(one.name.toLowerCase())),
    ),
    ...parametersOf('cookie', request.cookies),
  ]
  return {
    ...(request.name === '' ? {} : { summary: request.name }),
    ...(docs === '' ? {} : { description: docs }),
    ...(tag === '' ? {} : { tags: [tag] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(request),
    responses: responsesOf(request.examples),
    ...(security === null ? {} : { security }),
  }
}

function pathParameter(name: string, request: HttpRequest): JsonObject {
  const value = pathVariableNames(request.url).includes(name)
    ? (request.pathParams.find(one => one.name === name)?.value ?? '')
    : ''
  return {
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(value === '' ? {} : { example: value }),
  }
}

/** Converts rows to parameters. A repeated name is one parameter with a list of values. */
function parametersOf(place: string, rows: readonly Row[]): readonly JsonObject[] {
  const byName = new Map<string, Row[]>()
  for (const row of rows.filter(one => one.name !== '')) {
    const same = byName.get(row.name)
    if (same === undefined) byName.set(row.name, [row])
    else same.push(row)
  }
  return [...byName].map(([name, same]) => {
    const description = same.map(one => one.description).find(one => typeof one === 'string' && one !== '')
    const isList = same.length > 1
    return {
      name,
      in: place,
      ...(same.some(one => one.enabled) ? { required: true } : {}),
      ...(typeof description === 'string' ? { description } : {}),
      schema: isList ? { type: 'array', items: { type: 'string' } } : { type: 'string' },
      example: isList ? same.map(one => one.value) : (same[0]?.value ?? ''),
    }
  })
}

function requestBody(request: HttpRequest): { readonly requestBody?: JsonObject } {
  const typed = request.headers.find(one => one.enabled && one.name.toLowerCase() === 'content-type')?.value
  const content = contentOf(request.body, typed)
  return content === null ? {} : { requestBody: { content } }
}

function contentOf(body: HttpBody, typed: string | undefined): JsonObject | null {
  switch (body.type) {
    case 'none':
      return null
    case 'raw':
      return {
        [typed ?? rawMediaTypes[body.language]]: {
          example: body.language === 'json' ? exactExample(body.text) : body.text,
        },
      }
    case 'graphql': {
      return { 'application/json': { example: exactExample(graphQlRequestJson(body)) } }
    }
    case 'urlEncoded':
      return {
        'application/x-www-form-urlencoded': {
          schema: objectSchema(body.fields.map(one => [one.name, { type: 'string', example: one.value }])),
        },
      }
    case 'multipart':
      return {
        'multipart/form-data': {
          schema: objectSchema(
            body.parts.map(one => [
              one.name,
              one.kind === 'file'
                ? { type: 'string', format: 'binary' }
                : { type: 'string', example: one.value },
            ]),
          ),
        },
      }
    case 'file': {
      const file = body.files.find(one => one.selected)
      const type = typed || file?.contentType || mediaTypeOfFile(file?.filePath ?? '')
      return { [type]: { schema: { type: 'string', format: 'binary' } } }
    }
  }
}

function objectSchema(properties: readonly (readonly [string, JsonValue])[]): JsonObject {
  return { type: 'object', properties: Object.fromEntries(properties) }
}

/** Names the parts of a request that its operation has no place for, besides those that no operation has. */
export function lostOfOperation({ headers, body, examples }: HttpRequest): readonly string[] {
  const shown = new Set(firstOfEachStatus(examples))
  const lostHeaders = headers.filter(
    one => noParameters.has(one.name.toLowerCase()) && (!one.enabled || !/^content-type$/i.test(one.name)),
  )
  return [
    ...lostHeaders.map(one => `the header ${one.name}`),
    ...(filePathsOf(body).some(path => path !== '') ? ['the paths of files'] : []),
    ...examples.filter(one => !shown.has(one)).map(one => `the example ${one.name}`),
  ]
}

function filePathsOf(body: HttpBody): readonly string[] {
  if (body.type === 'file') return body.files.map(one => one.filePath)
  if (body.type !== 'multipart') return []
  return body.parts.flatMap(one => (one.kind === 'file' ? one.filePaths : []))
}

/** Returns the documentation, or the description if there is none. */
export function documentationOf({ docs, description }: Pick<Folder, 'docs' | 'description'>): string {
  const [text = ''] = [docs, description]
    .map(one => (typeof one === 'string' ? one : (one?.content ?? '')))
    .filter(one => one.trim() !== '')
  return text
}

/** Returns the examples that can be responses of an operation: one for each status. */
function firstOfEachStatus(examples: readonly RequestExample[]): readonly RequestExample[] {
  const byStatus = new Map<string, RequestExample>()
  for (const example of examples) {
    const code = String(example.response?.statusCode ?? '')
    if (/^[1-5]\d\d$/.test(code) && !byStatus.has(code)) byStatus.set(code, example)
  }
  return [...byStatus.values()]
}

/** Returns the responses. OpenAPI requires at least one. */
function responsesOf(examples: readonly RequestExample[]): JsonObject {
  const responses = firstOfEachStatus(examples).flatMap(({ name, response }) => {
    if (response === undefined) return []
    const code = String(response.statusCode)
    const type = response.headers.find(one => one.name.toLowerCase() === 'content-type')?.value
    const { body } = response
    const content =
      body === undefined
        ? {}
        : {
            content: {
              [type || (body.type === 'json' ? 'application/json' : 'text/plain')]: {
                example: body.type === 'json' ? exactExample(body.data) : body.data,
              },
            },
          }
    return [[code, { description: response.reasonPhrase || name, ...content }] as const]
  })
  return responses.length === 0 ? { default: { description: 'Any response' } } : Object.fromEntries(responses)
}

/** Returns a security scheme with its name; null if OpenAPI has no scheme for the authorization. */
export function securityScheme(auth: Auth): SecurityScheme | null {
  const known: Readonly<Record<string, SecurityWriter<AnyAuth> | undefined>> = securityWriters
  return known[auth.type]?.write(auth) ?? null
}

type SecurityScheme = readonly [name: string, scheme: JsonObject]

interface SecurityWriter<One extends AnyAuth> {
  write(auth: One): SecurityScheme
}

/** The schemes that the format has. */
const securityWriters: { readonly [Type in AuthType]?: SecurityWriter<AuthByType[Type]> } = {
  bearer: { write: () => ['bearer', { type: 'http', scheme: 'bearer' }] },
  basic: { write: () => ['basic', { type: 'http', scheme: 'basic' }] },
  digest: { write: () => ['digest', { type: 'http', scheme: 'digest' }] },
  apiKey: {
    write: ({ key, placement }) => [
      `apiKey-${key.replace(/[^\w.-]/g, '-')}`,
      { type: 'apiKey', in: placement, name: key },
    ],
  },
  oauth2: { write: oauth2Scheme },
  jwt: { write: () => ['jwt', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }] },
}

function oauth2Scheme({ grantType, authorizationUrl, tokenUrl }: OAuth2Auth): SecurityScheme {
  if (grantType === 'clientCredentials' || grantType === 'password')
    return ['oauth2', { type: 'oauth2', flows: { [grantType]: { tokenUrl, scopes: {} } } }]
  if (grantType === 'authorizationCode')
    return [
      'oauth2',
      { type: 'oauth2', flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes: {} } } },
    ]
  return ['bearer', { type: 'http', scheme: 'bearer' }]
}
