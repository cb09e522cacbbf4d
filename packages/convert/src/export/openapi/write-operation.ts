import { type Folder, filePathsOf, type HttpRequest, type RequestExample } from '@parley/model'
import type { JsonObject } from '../../import/json-value.ts'
import { exactExample } from './exact-example.ts'
import { contentOf } from './write-body.ts'
import { type Lose, noParameters, parametersOf } from './write-parameters.ts'

/** Converts a request to an operation. `path` has its variables in braces. */
export function writeOperation(
  request: HttpRequest,
  path: string,
  tag: string,
  security: readonly JsonObject[] | null,
  lose: Lose,
): JsonObject {
  const docs = documentationOf(request)
  const parameters = parametersOf(request, path, lose)
  return {
    ...(request.name === '' ? {} : { summary: request.name }),
    ...(docs === '' ? {} : { description: docs }),
    ...(tag === '' ? {} : { tags: [tag] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(request, lose),
    responses: responsesOf(request.examples),
    ...(security === null ? {} : { security }),
  }
}

function requestBody(request: HttpRequest, lose: Lose): { readonly requestBody?: JsonObject } {
  const typed = request.headers.find(one => one.enabled && one.name.toLowerCase() === 'content-type')?.value
  const content = contentOf(request.body, typed, lose)
  return content === null ? {} : { requestBody: { content } }
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
