import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { Ticket } from './messages.ts'

/** Random, chosen by the page once for each window. */
const windowId = z.uuid()
/** Random, chosen by the page. */
const exportId = z.uuid()

/** What is exported: everything as a ZIP archive, a collection in a format, the history as an HTTP archive, or the report of a run. */
const what = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('collection'),
    id: z.string().min(1).max(128),
    format: z.enum(['openCollection', 'postman', 'openApi', 'curl']),
  }),
  z.strictObject({ kind: z.literal('history') }),
  z.strictObject({ kind: z.literal('everything') }),
  z.strictObject({
    kind: z.literal('run'),
    runId: z.uuid(),
    format: z.enum(['json', 'junit', 'html', 'tap']),
  }),
])

export type ExportInput = z.infer<typeof what>

/** Exports of a window; what comes of each is told on its event stream. No value of a secret stands in them. */
export const exportContract = {
  /** Makes the file. Takes the place of the one that the window had before. */
  start: oc.input(z.strictObject({ windowId, exportId, what })).output(type<Record<string, never>>()),
  /** A single-use address of the file that was made, valid for 30 s. */
  mintTicket: oc.input(z.strictObject({ windowId, exportId })).output(type<Ticket>()),
}

/** How an export of a window ended. */
export type ExportEvent = { readonly type: 'export'; readonly exportId: string } & ExportOutcome

export type ExportOutcome =
  | {
      readonly state: 'made'
      readonly fileName: string
      readonly sizeBytes: number
      /** What has no place in it, as sentences; the first of them. */
      readonly losses: readonly string[]
      readonly totalLosses: number
    }
  | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }
