import { failed, ok, type Result } from '@parley/model'
import type { Environment } from '../../io/streams.ts'
import { version } from '../../version.ts'
import type { OtlpSignal } from './encode-otlp.ts'
import type { Attributes } from './otlp-messages.ts'

/** Where and how telemetry is sent. */
export interface OtlpSettings {
  readonly endpoints: Readonly<Record<OtlpSignal, OtlpEndpoint>>
  readonly encoding: 'protobuf' | 'json'
  readonly timeoutMs: number
  readonly resource: Attributes
}

export interface OtlpEndpoint {
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

const defaultTimeoutMs = 10_000

/**
 * Reads the settings from a typed address and the environment variables of OpenTelemetry. A failure is a sentence, which has
 * no value of a header.
 * @param typed - empty: that of `OTEL_EXPORTER_OTLP_ENDPOINT`
 */
export function readOtlpSettings(typed: string, env: Environment): Result<OtlpSettings, string> {
  const address = typed === '' ? (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '') : typed
  const base = httpUrl(address)
  if (base === null)
    return failed(
      'The reporter otlp needs the address of a collector, such as --reporter otlp=http://localhost:4318. Give user and password with OTEL_EXPORTER_OTLP_HEADERS.',
    )
  const protocol = env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf'
  const encoding = { 'http/protobuf': 'protobuf', 'http/json': 'json' } as const
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    return failed(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json, not “${protocol}”. Use the port of the collector for HTTP.`,
    )
  const timeoutMs = Number(env.OTEL_EXPORTER_OTLP_TIMEOUT ?? defaultTimeoutMs)
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1)
    return failed('OTEL_EXPORTER_OTLP_TIMEOUT must be a whole number of milliseconds.')
  const endpoint = (signal: OtlpSignal): OtlpEndpoint => ({
    url: withPath(base, `v1/${signal}`),
    headers: pairsIn(
      env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_HEADERS`] ?? env.OTEL_EXPORTER_OTLP_HEADERS ?? '',
    ),
  })
  return ok({
    endpoints: { traces: endpoint('traces'), metrics: endpoint('metrics') },
    encoding: encoding[protocol],
    timeoutMs,
    resource: resourceOf(env),
  })
}

function resourceOf(env: Environment): Attributes {
  const given = pairsIn(env.OTEL_RESOURCE_ATTRIBUTES ?? '').map(({ name, value }) => [name, value] as const)
  return Object.fromEntries([
    ['service.name', 'parley'],
    ['service.version', version],
    ...given,
    ...(env.OTEL_SERVICE_NAME === undefined ? [] : [['service.name', env.OTEL_SERVICE_NAME] as const]),
  ])
}

/** Reads pairs as OpenTelemetry writes them (W3C Baggage): `name=value,name=value`, with values percent-encoded. */
function pairsIn(text: string): readonly { readonly name: string; readonly value: string }[] {
  return text.split(',').flatMap(pair => {
    const end = pair.indexOf('=')
    const name = pair.slice(0, end).trim()
    return end < 1 || name === '' ? [] : [{ name, value: decoded(pair.slice(end + 1).trim()) }]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns an address of HTTP without user and password, which would be in messages; null for any other text. */
function httpUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  return url !== null && isHttp && url.username === '' && url.password === '' ? url : null
}

function withPath(base: URL, path: string): string {
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`
  return `${base.origin}${folder}${path}${base.search}`
}
