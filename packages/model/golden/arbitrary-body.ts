import fc from 'fast-check'
import {
  type GraphQlBody,
  type GraphQlSchemaSource,
  type GraphQlSubscription,
  type GraphQlUpload,
  type HttpBody,
  hasLimit,
  type MultipartPart,
  withSubscription,
} from '../src/index.ts'
import {
  description,
  few,
  fields,
  filledText,
  flag,
  oneOf,
  only,
  record,
  row,
  text,
} from './arbitrary-fields.ts'

const partFields = { name: text, enabled: flag }
const optionalPartFields = { contentType: text, description }
/** `values` replaces `value`, and `isList` tells a list of one from the one: as reading gives them. */
const part: fc.Arbitrary<MultipartPart> = fc.oneof(
  record({ kind: only('text'), ...partFields, value: text }, optionalPartFields),
  record({ kind: only('text'), ...partFields, value: only(''), values: few(text) }, optionalPartFields),
  record({ kind: only('file'), ...partFields, filePaths: few(filledText) }, optionalPartFields),
  record(
    { kind: only('file'), ...partFields, filePaths: fc.array(text, { maxLength: 1 }), isList: only(true) },
    optionalPartFields,
  ),
)

/** What ends a live request in a run. */
export const runLimits = fields({ events: fc.nat(), forMs: fc.nat(), until: text }).filter(hasLimit)

const someText = text.filter(one => one !== '')

const subscription: fc.Arbitrary<GraphQlSubscription> = record(
  { transport: someText, url: text, connectionParams: text },
  { runLimits },
)

export const graphQlBody: fc.Arbitrary<GraphQlBody> = record(
  { type: only('graphql'), query: text, variables: text },
  {
    operationName: someText,
    extensions: someText,
    uploads: few(fields<GraphQlUpload>({ variable: text, filePath: text })).filter(
      uploads => uploads.length > 0,
    ),
    subscription: subscription.filter(
      one => withSubscription({ type: 'graphql', query: '', variables: '' }, one).subscription !== undefined,
    ),
    schema: fields<GraphQlSchemaSource>({ source: someText, path: text }),
  },
)

/** One arbitrary for each type, so that a test can name the type that fails. */
export const arbitraryBodies: { readonly [Type in HttpBody['type']]: fc.Arbitrary<HttpBody> } = {
  none: only({ type: 'none' }),
  raw: fields({
    type: only('raw'),
    language: oneOf('text', 'json', 'xml', 'html', 'javascript', 'yaml', 'sparql'),
    text,
  }),
  multipart: fields({ type: only('multipart'), parts: few(part) }),
  urlEncoded: fields({ type: only('urlEncoded'), fields: few(row) }),
  file: fields({
    type: only('file'),
    files: few(record({ filePath: text, contentType: text, selected: flag }, { description: text })),
  }),
  graphql: graphQlBody,
}
/** Any body of an HTTP request. */
export const arbitraryBody = fc.oneof(...Object.values(arbitraryBodies))
