import { z } from 'zod'

const text = z.string()
const count = z.number()

/** Why a send failed, or a call was refused. */
const failure = z.object({ code: text, sentence: text, nextStep: text })

/** What the user sees in the app and has not saved. */
const notSaved = z
  .array(text)
  .optional()
  .describe('what the user has changed in the app without saving it, so that it was not used')

/** The outcome of one send, without the text of its body. */
export const sendResult = z.object({
  id: text.describe('identifies this outcome for get_run'),
  path: text,
  method: text,
  url: text,
  status: count.nullable().describe('the status code; null without a response'),
  reasonPhrase: text,
  headers: z.array(z.object({ name: text, value: text })),
  totalMs: count.nullable(),
  bodyBytes: count,
  bodyHandle: text.describe('identifies the body for read_body; empty if there is none'),
  isBodyCut: z.boolean(),
  bodyEncoding: z.enum(['utf-8', 'base64']),
  tests: z.array(z.object({ name: text, passed: z.boolean(), reason: text.nullable() })),
  scriptErrors: z.array(text),
  failure: failure.nullable(),
  notSaved,
})

/** One row of a run. */
export const runRow = z.object({
  name: text,
  folder: text,
  iteration: count.describe('from 1'),
  outcome: z.enum(['passed', 'failed', 'error', 'skipped', 'cancelled']),
  status: count.nullable(),
  bodyHandle: text,
  tests: z.array(z.object({ name: text, reason: text })).describe('those that failed'),
  scriptErrors: z.array(text),
  failure: failure.nullable(),
})

/** The outcome of a run. */
export const runResult = z.object({
  id: text.describe('identifies this outcome for get_run'),
  summary: text,
  requests: count,
  passed: count,
  untested: count.describe('answered, but without a test or an assertion'),
  failed: count,
  error: count,
  skipped: count,
  cancelled: count,
  testsPassed: count,
  testsFailed: count,
  elapsedMs: count,
  failedRows: z.array(runRow).describe('at most 100'),
  leftOut: z.array(text).describe('paths of files that cannot be read, so that nothing of them was sent'),
  notSaved,
})
