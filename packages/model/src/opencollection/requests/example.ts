import type { RequestExample } from '../../request/example.ts'
import { withAlignedParams } from '../../url/align-params.ts'
import { takeByName } from '../extensions.ts'
import type { ObjectReader } from '../object-reader.ts'
import { describedBy, readParams, readRows, writeDescription, writeParams, writeRows } from '../row.ts'
import { listUnlessEmpty, type OpenCollectionObject, objectOf, textUnlessEmpty } from '../value.ts'
import { readHttpBody, writeHttpBody } from './body.ts'

type ExampleRequest = NonNullable<RequestExample['request']>
type ExampleResponse = NonNullable<RequestExample['response']>

/**
 * Reads `HttpRequestExample`. The parts of an example's body that the schema cannot store are in
 * `extensions.parley.examples`, with one entry per example, found by name and order.
 */
export function readExamples(item: ObjectReader, parley: ObjectReader): readonly RequestExample[] {
  const takeExtension = takeByName(parley, 'examples', 'name')
  return item.objects('examples', example => {
    const name = example.text('name')
    const body = takeExtension(name).object('body')
    return {
      name,
      ...describedBy(example),
      ...(example.has('request') ? { request: readExampleRequest(example.object('request'), body) } : {}),
      ...(example.has('response') ? { response: readExampleResponse(example.object('response')) } : {}),
    }
  })
}

export function writeExamples(examples: readonly RequestExample[]) {
  return listUnlessEmpty(examples, writeExample)
}

function writeExample(example: RequestExample): OpenCollectionObject {
  return objectOf({
    name: textUnlessEmpty(example.name),
    description: writeDescription(example.description),
    request: example.request && writeExampleRequest(withAlignedParams(example.request)),
    response: example.response && writeExampleResponse(example.response),
  })
}

/** Writes the examples of a request whose kind has none in the schema: they are whole in the extension. */
export function writeExamplesAsExtension(examples: readonly RequestExample[]) {
  return listUnlessEmpty(examples, example =>
    objectOf({ ...writeExample(example), ...writeBodyExtension(example) }),
  )
}

export function writeExampleExtensions(
  examples: readonly RequestExample[],
): readonly OpenCollectionObject[] | undefined {
  const entries = examples.map(writeBodyExtension)
  return entries.some(entry => 'body' in entry) ? entries : undefined
}

function writeBodyExtension({ name, request }: RequestExample): OpenCollectionObject {
  return objectOf({ name, body: request && writeHttpBody(request.body).extension })
}

function readExampleRequest(request: ObjectReader, bodyExtension: ObjectReader): ExampleRequest {
  return withAlignedParams({
    url: request.text('url'),
    method: request.text('method'),
    headers: readRows(request, 'headers'),
    ...readParams(request),
    body: readHttpBody(request.object('body'), bodyExtension),
  })
}

function writeExampleRequest(request: ExampleRequest): OpenCollectionObject {
  return objectOf({
    url: textUnlessEmpty(request.url),
    method: textUnlessEmpty(request.method),
    headers: writeRows(request.headers),
    params: writeParams(request),
    body: writeHttpBody(request.body).value,
  })
}

/** A status of 0 means that the file has none. */
function readExampleResponse(response: ObjectReader): ExampleResponse {
  const body = response.object('body')
  return {
    statusCode: response.optionalNumber('status') ?? 0,
    reasonPhrase: response.text('statusText'),
    headers: response.objects('headers', entry => ({ name: entry.text('name'), value: entry.text('value') })),
    ...(response.has('body')
      ? {
          body: {
            type: body.choice('type', ['json', 'text', 'xml', 'html', 'binary'], 'text'),
            data: body.text('data'),
          },
        }
      : {}),
  }
}

function writeExampleResponse(response: ExampleResponse): OpenCollectionObject {
  return objectOf({
    status: response.statusCode === 0 ? undefined : response.statusCode,
    statusText: textUnlessEmpty(response.reasonPhrase),
    headers: listUnlessEmpty(response.headers, ({ name, value }) => ({ name, value })),
    body: response.body && { type: response.body.type, data: response.body.data },
  })
}
