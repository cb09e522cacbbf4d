import { oc, type } from '@orpc/contract'
import { exportFormats } from '@parley/convert'
import * as z from 'zod'
import type { Ticket } from './messages.ts'

/** A random ID, chosen by the page once for each window. */
const windowId = z.uuid()
/** A random ID, chosen by the page. */
const exportId = z.uuid()

/**
 * What to export: everything as a ZIP archive, a collection in a format, an environment, the history as an HTTP archive, or
 * the report of a run.
 */
const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('collection'),
    id: z.string().min(1).max(128),
    format: z.enum(exportFormats.map(({ format }) => format)),
  }),
  z.strictObject({ kind: z.literal('environment'), id: z.string().min(1).max(128) }),
  z.strictObject({ kind: z.literal('history') }),
  z.strictObject({ kind: z.literal('everything') }),
  z.strictObject({
    kind: z.literal('run'),
    runId: z.uuid(),
    format: z.enum(['json', 'junit', 'html', 'tap']),
  }),
])

export type ExportInput = z.infer<typeof source>

/**
 * Exports of a window; the event stream of the window reports their outcome. They contain no values of
 * secrets.
 */
export const exportContract = {
  /** Creates the file, which replaces the previous one of the window. */
  start: oc.input(z.strictObject({ windowId, exportId, source })).output(type<Record<string, never>>()),
  /** Returns a single-use address of the created file, valid for 30 s. */
  mintTicket: oc.input(z.strictObject({ windowId, exportId })).output(type<Ticket>()),
}

/** The outcome of an export of a window. */
export type ExportEvent = { readonly type: 'export'; readonly exportId: string } & ExportOutcome

export type ExportOutcome =
  | {
      readonly state: 'made'
      readonly fileName: string
      readonly sizeBytes: number
      /** The first sentences about what the format cannot represent. */
      readonly losses: readonly string[]
      readonly totalLosses: number
    }
  | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }
