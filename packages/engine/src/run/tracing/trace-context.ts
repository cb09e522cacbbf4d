import { type HttpRequest, row } from '@parley/model'
import type { Random } from '../../prepare/ports/engine-ports.ts'
import { headersAbove } from '../../prepare/resolve-request.ts'

/** Names a request in a distributed trace (W3C Trace Context). IDs are lower-case hexadecimal digits. */
export interface TraceIds {
  /** 32 digits, the same for all requests of a run. */
  readonly traceId: string
  /** 16 digits. */
  readonly spanId: string
}

/** Returns the ID of a new trace. */
export function newTraceId(random: Pick<Random, 'integer'>): string {
  return randomDigits(32, random)
}

/** Returns the ID of a new span. */
export function newSpanId(random: Pick<Random, 'integer'>): string {
  return randomDigits(16, random)
}

/** A traced request. */
interface Traced {
  readonly request: HttpRequest
  /** Null if the request or a container has a `traceparent` of its own, which is kept. */
  readonly ids: TraceIds | null
}

/** Returns a request with the header `traceparent`, which says that the trace is recorded. */
export function withTraceparent(
  request: HttpRequest,
  context: Parameters<typeof headersAbove>[0],
  ids: TraceIds,
): Traced {
  const rows = [request.headers, ...headersAbove(context)].flat()
  const isOwn = rows.some(({ name, enabled }) => enabled && name.trim().toLowerCase() === 'traceparent')
  if (isOwn) return { request, ids: null }
  const header = row('traceparent', `00-${ids.traceId}-${ids.spanId}-01`)
  return { request: { ...request, headers: [...request.headers, header] }, ids }
}

/** An ID of zeros is invalid, and is as likely as any other. */
function randomDigits(count: number, random: Pick<Random, 'integer'>): string {
  for (;;) {
    let digits = ''
    while (digits.length < count)
      digits += random
        .integer(2 ** 32)
        .toString(16)
        .padStart(8, '0')
    if (digits !== '0'.repeat(count)) return digits
  }
}
