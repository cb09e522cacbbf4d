import type { HttpBody, MultipartPart, RequestExample, Row } from '@parley/model'
import { holdsReference, isCredentialHeader, isCredentialName } from '../credential-names.ts'
import { hideInBody, hideInHeaders, hideInUrl } from './hide-credentials.ts'

/**
 * Returns an example in which placeholders replace what is named like a credential: in the URL, params, headers and
 * bodies of the request and the response. References to variables are kept.
 */
export function exampleWithoutCredentials(example: RequestExample): RequestExample {
  const { request, response } = example
  return {
    ...example,
    ...(request === undefined ? {} : { request: inRequest(request) }),
    ...(response === undefined ? {} : { response: inResponse(response) }),
  }
}

type ExampleRequest = NonNullable<RequestExample['request']>
type ExampleResponse = NonNullable<RequestExample['response']>

function inRequest(request: ExampleRequest): ExampleRequest {
  return {
    ...request,
    url: hideInUrl(request.url),
    headers: request.headers.map(one => inRow(one, isCredentialHeader)),
    params: request.params.map(one => inRow(one, isCredentialName)),
    pathParams: request.pathParams.map(one => inRow(one, isCredentialName)),
    body: inBody(request.body),
  }
}

function inResponse(response: ExampleResponse): ExampleResponse {
  const { headers, body } = response
  const type = body?.type === 'json' ? 'application/json' : ''
  return {
    ...response,
    headers: hideInHeaders(headers),
    ...(body === undefined ? {} : { body: { ...body, data: hideInBody(body.data, type) } }),
  }
}

function inBody(body: HttpBody): HttpBody {
  switch (body.type) {
    case 'raw':
      return { ...body, text: hideInBody(body.text, '') }
    case 'graphql':
      return { ...body, variables: hideInBody(body.variables, '') }
    case 'urlEncoded':
      return { ...body, fields: body.fields.map(one => inRow(one, isCredentialName)) }
    case 'multipart':
      return { ...body, parts: body.parts.map(inPart) }
    case 'none':
    case 'file':
      return body
  }
}

const inPart = (part: MultipartPart): MultipartPart =>
  part.kind === 'text' ? { ...part, value: hiddenValue(part, isCredentialName) } : part

const inRow = (one: Row, isNamed: (name: string) => boolean): Row => ({
  ...one,
  value: hiddenValue(one, isNamed),
})

function hiddenValue({ name, value }: Pick<Row, 'name' | 'value'>, isNamed: (name: string) => boolean) {
  return isNamed(name) && value !== '' && !holdsReference(value) ? `{{${name}}}` : value
}
