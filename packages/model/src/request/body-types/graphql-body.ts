import type { ObjectReader } from '../../opencollection/object-reader.ts'
import { readStreamLimits, writeStreamLimits } from '../../opencollection/stream-limits.ts'
import {
  type OpenCollectionObject,
  objectOf,
  textUnlessEmpty,
  unlessEmpty,
} from '../../opencollection/value.ts'
import type { GraphQlBody, GraphQlSubscription } from '../body.ts'
import { automaticTransport, defaultSubscription, withSubscription } from '../graphql-subscription.ts'
import { hasLimit } from '../stream-limits.ts'
import type { BodyTypeDescriptor } from './body-type-descriptor.ts'

/** A GraphQL query with variables. In an HTTP request of the schema it is stored as the JSON that is sent. */
export const graphQlBody: BodyTypeDescriptor<GraphQlBody> = {
  label: 'GraphQL',
  empty: { type: 'graphql', query: '', variables: '' },
  mediaType: ({ uploads = [] }) => (uploads.length > 0 ? 'multipart/form-data' : 'application/json'),
  accept: 'application/graphql-response+json, application/json;q=0.9',
  files: {
    paths: ({ uploads = [] }) => uploads.map(({ filePath }) => filePath),
    withPaths: ({ uploads, ...body }, change) =>
      uploads === undefined
        ? body
        : { ...body, uploads: uploads.map(one => ({ ...one, filePath: change(one.filePath) })) },
  },
  file: {
    schemaTypes: [],
    read: body => readGraphQlBody(body, body),
    write: body => ({ type: 'json', data: graphQlRequestJson(body) }),
    extension: {
      read: extension => readGraphQlBody(extension, extension),
      write: body => ({ type: 'graphql', ...writeGraphQlBody(body), ...writeGraphQlExtension(body) }),
    },
  },
}

/**
 * Reads `GraphQLBody`.
 * @param extension has the fields that the schema lacks
 */
export function readGraphQlBody(reader: ObjectReader, extension: ObjectReader): GraphQlBody {
  const [operationName, extensions] = [extension.text('operationName'), extension.text('extensions')]
  const uploads = extension.objects('uploads', one => ({
    variable: one.text('variable'),
    filePath: one.text('path'),
  }))
  return {
    type: 'graphql',
    query: reader.text('query'),
    variables: reader.text('variables'),
    ...(operationName === '' ? {} : { operationName }),
    ...(extensions === '' ? {} : { extensions }),
    ...(uploads.length === 0 ? {} : { uploads }),
    ...readSubscription(extension.object('subscription'), extension.object('run')),
    ...readSchema(extension.object('schema')),
  }
}

function readSchema(reader: ObjectReader): Pick<GraphQlBody, 'schema'> {
  const [source, path] = [reader.text('source'), reader.text('path')]
  return source === '' ? {} : { schema: { source, path } }
}

/** @param run has the limits of a body that is not the request's own, as that of a variant or an example */
function readSubscription(reader: ObjectReader, run: ObjectReader): Pick<GraphQlBody, 'subscription'> {
  const [transport, url, connectionParams] = [
    reader.text('transport') || automaticTransport,
    reader.text('url'),
    reader.text('connectionParams'),
  ]
  const runLimits = readStreamLimits(run, 'events')
  const { subscription } = withSubscription(graphQlBody.empty, {
    transport,
    url,
    connectionParams,
    ...(hasLimit(runLimits) ? { runLimits } : {}),
  })
  return subscription === undefined ? {} : { subscription }
}

function writeSubscription({ transport, url, connectionParams }: GraphQlSubscription) {
  return objectOf({
    transport: transport === automaticTransport ? undefined : transport,
    url: textUnlessEmpty(url),
    connectionParams: textUnlessEmpty(connectionParams),
  })
}

/** Writes `GraphQLBody`. */
export function writeGraphQlBody(body: GraphQlBody): OpenCollectionObject {
  return objectOf({ query: textUnlessEmpty(body.query), variables: textUnlessEmpty(body.variables) })
}

/** Returns the fields of a body that `GraphQLBody` lacks. */
export function writeGraphQlExtension(body: GraphQlBody): OpenCollectionObject {
  const {
    operationName = '',
    extensions = '',
    uploads = [],
    subscription = defaultSubscription,
    schema,
  } = body
  const written = uploads.map(({ variable, filePath }) => objectOf({ variable, path: filePath }))
  return objectOf({
    operationName: textUnlessEmpty(operationName),
    extensions: textUnlessEmpty(extensions),
    uploads: written.length === 0 ? undefined : written,
    subscription: unlessEmpty(writeSubscription(subscription)),
    run: writeStreamLimits('events', subscription.runLimits),
    schema: schema && objectOf({ source: schema.source, path: textUnlessEmpty(schema.path) }),
  })
}

/**
 * Returns the object that is sent (GraphQL over HTTP, Request Parameters). Variables and extensions are
 * written as typed, so no number, duplicate or order in them changes, and `{{names}}` may replace JSON values.
 * Blank ones are omitted.
 * @param hasQuery false omits the query, which the server must know by its hash
 */
export function graphQlRequestJson(
  { query, operationName, variables, extensions }: GraphQlBody,
  hasQuery = true,
): string {
  const typed = (name: string, json = '') => (json.trim() === '' ? [] : [`"${name}":${json}`])
  const members = [
    ...(hasQuery ? [`"query":${JSON.stringify(query)}`] : []),
    ...(operationName === undefined ? [] : [`"operationName":${JSON.stringify(operationName)}`]),
    ...typed('variables', variables),
    ...typed('extensions', extensions),
  ]
  return `{${members.join(',')}}`
}
