import type { RunShard } from '@parley/engine'
import type { ReportedResult } from '@parley/engine/reports'
import { failed, ok, type RequestKind, type Result, requestKinds } from '@parley/model'
import { z } from 'zod'

/** The JSON report of a run, as `parley run --reporter json` wrote it. */
export interface ReadReport {
  readonly shard: RunShard | null
  readonly summary: ReadSummary
  readonly results: readonly ReportedResult[]
}

/** The summary in a report. It has no response times, which results have. */
export type ReadSummary = z.output<typeof summarySchema>

const text = z.string()
const count = z.int().min(0)
const ms = z.number().min(0)
const msOrNull = ms.nullable()
const line = z.int().nullable()

const kind = z.custom<RequestKind>(value => typeof value === 'string' && Object.hasOwn(requestKinds, value))

const shardSchema = z
  .object({ index: z.int().min(1), count: z.int().min(1) })
  .refine(({ index, count: all }) => index <= all)

const summarySchema = z.object({
  startedAt: z.int(),
  elapsedMs: ms,
  state: z.enum(['completed', 'cancelled', 'stoppedOnFailure', 'stoppedByScript']),
  iterations: count,
  requests: z.object({ sends: count }),
  receivedBytes: count,
  sentBytes: count,
})

const responseSchema = z.object({
  httpVersion: text,
  statusCode: z.int(),
  reasonPhrase: text,
  mediaType: text,
  headerBytes: count,
  wireBytes: count,
  decodedBytes: count,
  grpc: z.object({ code: z.int(), name: text, message: text }).nullable(),
})

const resultSchema = z.object({
  index: count,
  iteration: count,
  position: count.nullable(),
  key: text,
  name: text,
  path: z.array(text),
  kind: kind.nullable(),
  method: text,
  url: text,
  status: z.enum(['passed', 'untested', 'failed', 'error', 'skipped', 'cancelled']),
  skipped: z.enum(['LIVE_STREAM', 'SKIPPED_BY_SCRIPT']).nullable(),
  sends: count,
  startedAt: z.int(),
  trace: z.object({ traceId: text, spanId: text }).nullable(),
  request: z.object({ headerBytes: count, contentBytes: count }).nullable(),
  response: responseSchema.nullable(),
  timings: z
    .object({
      dnsMs: msOrNull,
      connectMs: msOrNull,
      tlsMs: msOrNull,
      waitingMs: msOrNull,
      downloadMs: msOrNull,
      totalMs: ms,
      preRequestMs: msOrNull,
      postResponseMs: msOrNull,
    })
    .nullable(),
  failure: z.object({ kind: text, code: text, sentence: text, nextStep: text }).nullable(),
  tests: z.array(z.object({ name: text, passed: z.boolean(), reason: text.nullable(), tookMs: msOrNull })),
  scriptErrors: z.array(
    z.object({
      message: text,
      owner: z.enum(['collection', 'folder', 'request']),
      phase: z.enum(['preRequest', 'postResponse']),
      line,
      column: line,
    }),
  ),
  sessionValues: z.array(z.object({ name: text, text: text.nullable() })),
  notices: z.array(text),
  notes: z.array(z.object({ member: text, line, text })),
})

const reportSchema = z.object({
  schemaVersion: z.literal(1),
  shard: shardSchema.nullable(),
  summary: summarySchema,
  results: z.array(resultSchema),
})

/** Reads the JSON report of a run; the failure completes the sentence that begins with the name of its file. */
export function readReport(json: string): Result<ReadReport, string> {
  const read = reportSchema.safeParse(jsonOf(json))
  if (read.success) return ok(read.data)
  const [first] = read.error.issues
  const place = first?.path.join('.') ?? ''
  return failed(
    place === '' || place === 'schemaVersion'
      ? 'is no report of parley run --reporter json=FILE.'
      : `is no report of parley run --reporter json=FILE of this version (${place}).`,
  )
}

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
