import { webcrypto } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import {
  type MessageOverrides,
  type ResolvedRequest,
  scopesForScripts,
  type VariableScope,
} from '@parley/engine'
import type { Exchange, HttpBody, HttpRequest } from '@parley/model'
import type {
  BodyView,
  IterationView,
  ReplacedBody,
  RequestView,
  ResponseView,
  ScopeView,
  ScriptView,
} from '../shared/script-view.ts'

export interface ViewSource {
  readonly resolved: ResolvedRequest
  readonly requestId: string
  readonly iteration: IterationView
  readonly order: ScriptView['order']
  readonly scopes: readonly VariableScope[]
  readonly overrides: MessageOverrides
  /** The URL that an earlier script set; null: none. */
  readonly url: string | null
  /** Null before the send. */
  readonly exchange: Exchange | null
  /** What an earlier script put in place of the body; null: nothing. */
  readonly replacedBody: ReplacedBody | null
}

/** Returns the data that a script sees, as JSON. */
export function viewJson(source: ViewSource): string {
  const { resolved, requestId, iteration, order, scopes, exchange } = source
  const view: ScriptView = {
    phase: exchange === null ? 'preRequest' : 'postResponse',
    requestName: resolved.request.name,
    requestId,
    requestTags: resolved.request.tags,
    iteration,
    order,
    allowsRequire: resolved.settings.scriptsRequireLibraries,
    environmentName: scopes.find(scope => scope.environmentName !== undefined)?.environmentName ?? '',
    ancestorNames: resolved.ancestorNames,
    scopes: scopesForScripts(scopes).map(scopeView),
    request: requestView(source),
    response: exchange === null ? null : responseView(exchange, source.replacedBody),
    seed: nextSeed(),
  }
  return JSON.stringify(view)
}

/** Random numbers for seeds: asking the system for many takes as long as for a few. */
const seeds = { numbers: new Uint32Array(1024), taken: 1024 }

function nextSeed(): readonly number[] {
  if (seeds.taken === seeds.numbers.length) {
    webcrypto.getRandomValues(seeds.numbers)
    seeds.taken = 0
  }
  seeds.taken += 4
  return [...seeds.numbers.subarray(seeds.taken - 4, seeds.taken)]
}

function scopeView({ name, values, withheldNames }: VariableScope): ScopeView {
  return {
    name,
    values: [...values].map(([key, value]) => ({
      name: key,
      text: value.text,
      isLiteral: value.isLiteral,
      json: value.json ?? null,
    })),
    withheldNames: [...(withheldNames ?? [])],
  }
}

/** Bruno's names of authorizations, where they are not those of Parley in lower case. */
const authModes: Readonly<Record<string, string>> = { signatureV4: 'awsv4' }

function requestView({ resolved, overrides, url, exchange }: ViewSource): RequestView {
  const { request } = resolved
  const rows = resolved.headers.map(({ name, value, enabled }) => ({ name, value, enabled }))
  const { deletedHeaders } = overrides
  const pathParams = request.pathParams.filter(row => row.enabled).map(({ name, value }) => ({ name, value }))
  const known = {
    pathParams,
    rows,
    deletedHeaders,
    authMode: authModes[resolved.auth.type] ?? resolved.auth.type.toLowerCase(),
    timeoutMs: resolved.settings.timeoutMs,
  }
  const body = overrides.content === null ? bodyView(chosenBody(request)) : textView(overrides.content.text)
  if (exchange !== null) {
    const { method, targetUri, headers } = exchange.request
    return { method, url: targetUri, headers, body, ...known }
  }
  return {
    method: overrides.method ?? request.method,
    url: url ?? request.url,
    headers: overrides.setHeaders,
    body,
    ...known,
  }
}

/** Returns the selected one of several bodies. */
function chosenBody(request: HttpRequest): HttpBody {
  const variants = request.bodyVariants ?? []
  return (variants.find(variant => variant.selected) ?? variants[0])?.body ?? request.body
}

function textView(text: string): BodyView {
  return { type: 'text', text }
}

function bodyView(body: HttpBody): BodyView {
  switch (body.type) {
    case 'none':
      return { type: 'none' }
    case 'raw':
      return { type: body.language === 'json' ? 'json' : 'text', text: body.text }
    case 'graphql':
      return { type: 'graphql', query: body.query, variables: body.variables }
    case 'urlEncoded':
      return {
        type: 'urlEncoded',
        fields: body.fields.filter(row => row.enabled).map(({ name, value }) => ({ name, value })),
      }
    case 'multipart':
    case 'file':
      return { type: body.type }
  }
}

/** The status of a gRPC call is that of gRPC. */
function statusOf({ grpc, statusCode, reasonPhrase }: Exchange['response']) {
  if (grpc !== undefined) return { statusCode: grpc.code, reasonPhrase: grpc.name }
  // HTTP/2 has no reason phrase, but scripts expect one.
  return { statusCode, reasonPhrase: reasonPhrase || (STATUS_CODES[statusCode] ?? '') }
}

function responseView({ response, timings }: Exchange, replacedBody: ReplacedBody | null): ResponseView {
  return {
    ...statusOf(response),
    headers: response.headers.filter(({ name }) => !name.startsWith(':')),
    elapsedMs: wholeMs(timings),
    sizeBytes: response.content.decodedBytes,
    replacedBody,
  }
}

/** Scripts get whole milliseconds, as in other clients, and never 0 for a response. */
export function wholeMs({ totalMs }: Exchange['timings']): number {
  return Math.ceil(totalMs)
}
