import type { HttpBody } from '../../request/body.ts'
import type { HttpFields, HttpRequest, ServerSentEventsRequest } from '../../request/request.ts'
import { hasLimit } from '../../request/stream-limits.ts'
import { defaultStreamSettings, type StreamSettings } from '../../request/stream-settings.ts'
import { withAlignedParams } from '../../url/align-params.ts'
import { parleyExtension, type WithExtension, writeParleyExtension } from '../extensions.ts'
import type { ObjectReader } from '../object-reader.ts'
import { readParams, readRows, writeParams, writeRows } from '../row.ts'
import { readActions, readAssertions, writeActions, writeAssertions } from '../scripts.ts'
import { readRequestSettings, writeRequestSettings, writeRequestSettingsExtension } from '../settings.ts'
import { readStreamLimits, writeStreamLimits } from '../stream-limits.ts'
import { type OpenCollectionObject, objectOf, unlessEmpty } from '../value.ts'
import { readHttpBodies, readRunLimits, writeHttpBodies, writeRunLimits } from './body-variants.ts'
import { readExamples, writeExampleExtensions, writeExamples } from './example.ts'
import { withParamTexts, writeParamTexts } from './param-texts.ts'
import { part, readRequestFields, writeInfo, writeRequestFields } from './request-fields.ts'

/**
 * Reads `HttpRequest`. Server-Sent Events are stored as HTTP requests with their kind in the extension,
 * because the schema does not have them.
 */
export function readHttpRequest(item: ObjectReader): HttpRequest | ServerSentEventsRequest {
  const parley = parleyExtension(item)
  const http = item.object('http')
  const fields = readHttpFields(item, http, 'GET')
  const bodies = readHttpBodies(http, parley)
  if (parley.choice('kind', ['http', 'serverSentEvents'], 'http') === 'serverSentEvents') {
    return {
      kind: 'serverSentEvents',
      ...fields,
      body: bodies.body,
      stream: readStream(parley),
    }
  }
  return {
    kind: 'http',
    ...fields,
    ...readRunLimits(bodies, parley),
    ...(item.has('app') ? { app: readApp(item.object('app')) } : {}),
    examples: readExamples(item, parley),
  }
}

export function writeHttpRequest(request: HttpRequest | ServerSentEventsRequest): OpenCollectionObject {
  const { auth, runtime } = writeRequestFields(request)
  const isHttp = request.kind === 'http'
  const { run, others } = isHttp
    ? writeRunLimits<HttpBody>(request)
    : { run: writeStreamLimits('events', request.stream.runLimits), others: request }
  const { body, variantExtensions } = writeHttpBodies(others)
  return objectOf({
    info: writeInfo(request, 'http'),
    http: writeHttpDetails(request, body, auth),
    runtime: part({ ...runtime, ...writeHttpRuntime(request) }),
    settings: writeRequestSettings(request.settings),
    app: isHttp && request.app ? { enabled: request.app.enabled, code: request.app.code } : undefined,
    examples: isHttp ? writeExamples(request.examples) : undefined,
    docs: request.docs,
    extensions: writeParleyExtension({
      kind: isHttp ? undefined : request.kind,
      stream: writeStream(request),
      run,
      paramTexts: writeParamTexts(request.params),
      cookies: writeRows(request.cookies),
      auth: auth.extension,
      body: body.extension,
      bodyVariants: variantExtensions,
      settings: writeRequestSettingsExtension(request.settings),
      examples: isHttp ? writeExampleExtensions(request.examples) : undefined,
    }),
  })
}

/** Reads the fields that HTTP and GraphQL requests have in common. */
export function readHttpFields(item: ObjectReader, details: ObjectReader, method: string): HttpFields {
  const parley = parleyExtension(item)
  const runtime = item.object('runtime')
  const { params, pathParams } = readParams(details)
  return withAlignedParams({
    ...readRequestFields(item, details, parley),
    method: details.text('method', method),
    params: withParamTexts(params, parley),
    pathParams,
    headers: readRows(details, 'headers'),
    cookies: readRows(parley, 'cookies'),
    settings: readRequestSettings(item.object('settings'), parley.object('settings')),
    assertions: readAssertions(runtime),
    actions: readActions(runtime),
    ...readTextPath(parley.object('stream')),
  })
}

/** Writes the object under `http` or `graphql`. */
export function writeHttpDetails(
  request: HttpFields,
  body: WithExtension,
  auth: WithExtension,
): OpenCollectionObject {
  return objectOf({
    method: request.method,
    url: request.url,
    headers: writeRows(request.headers),
    params: writeParams(request),
    body: body.value,
    auth: auth.value,
  })
}

export function writeHttpRuntime(request: HttpFields) {
  return { assertions: writeAssertions(request.assertions), actions: writeActions(request.actions) }
}

function readStream(parley: ObjectReader): StreamSettings {
  const { reconnect, idleMs } = defaultStreamSettings
  const stream = parley.object('stream')
  const runLimits = readStreamLimits(parley.object('run'), 'events')
  return {
    reconnect: stream.flag('reconnect', reconnect),
    ...(stream.flag('reconnectOtherMethods') ? { reconnectOtherMethods: true } : {}),
    idleMs: stream.optionalNumber('idleMs') ?? idleMs,
    lastEventId: stream.text('lastEventId'),
    ...(hasLimit(runLimits) ? { runLimits } : {}),
  }
}

function readTextPath(stream: ObjectReader): Pick<HttpFields, 'textPath'> {
  const textPath = stream.text('textPath')
  return textPath === '' ? {} : { textPath }
}

/** Writes what the extension says of event streams. */
export function writeStream({
  textPath,
  stream = defaultStreamSettings,
}: Pick<HttpFields, 'textPath'> & { readonly stream?: StreamSettings }): OpenCollectionObject | undefined {
  const { reconnect, reconnectOtherMethods, idleMs, lastEventId } = stream
  return unlessEmpty(
    objectOf({
      reconnect: reconnect === defaultStreamSettings.reconnect ? undefined : reconnect,
      reconnectOtherMethods,
      idleMs: idleMs === defaultStreamSettings.idleMs ? undefined : idleMs,
      lastEventId: lastEventId === '' ? undefined : lastEventId,
      textPath,
    }),
  )
}

function readApp(app: ObjectReader) {
  return { enabled: app.flag('enabled'), code: app.text('code') }
}
