import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { ScopedSecret } from './messages.ts'

/** A random ID, chosen by the page once for each window. */
const windowId = z.uuid()
/** A random ID, chosen by the page, so that an import can be cancelled before its start has returned. */
const importId = z.uuid()

/** What to import from. */
const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('files'),
    name: z.string().max(4096),
    /** Files that the window picked, each with its path below the picked folder; the import deletes them. */
    files: z
      .array(z.strictObject({ filePath: z.string().max(4096), path: z.string().min(1).max(4096) }))
      .min(1)
      .max(20_000),
  }),
  z.strictObject({ kind: z.literal('text'), text: z.string().max(50_000_000) }),
  z.strictObject({ kind: z.literal('url'), url: z.string().max(100_000) }),
])

export type ImportSourceInput = z.infer<typeof source>

/** Imports of a window; the event stream of the window reports their progress. */
export const importContract = {
  /** Reads a source without writing anything. Replaces the import that the window began before. */
  start: oc.input(z.strictObject({ windowId, importId, source })).output(type<Record<string, never>>()),
  /** Writes what was read into the workspace. Returns false if nothing of it is known any more. */
  write: oc
    .input(
      z.strictObject({
        windowId,
        importId,
        /** False: collections that would be updates are added as new collections. */
        updates: z.boolean(),
        /** Whether requests for event streams become requests of the kind Server-Sent Events. */
        eventStreams: z.boolean(),
      }),
    )
    .output(type<{ readonly wasKnown: boolean }>()),
  /** Discards what was read or is being read. */
  cancel: oc.input(z.strictObject({ windowId, importId })).output(type<{ readonly wasKnown: boolean }>()),
}

/** The progress of an import of a window. */
export type ImportEvent = { readonly type: 'import'; readonly importId: string } & ImportState

export type ImportState =
  | {
      readonly state: 'reading'
      readonly doneFiles: number
      readonly totalFiles: number
      /** Requests read so far. */
      readonly requests: number
    }
  /** The source is read; nothing is written yet. */
  | { readonly state: 'read'; readonly preview: ImportPreview }
  | { readonly state: 'writing'; readonly preview: ImportPreview }
  | { readonly state: 'written'; readonly preview: ImportPreview; readonly written: ImportResult }
  | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }

/** What an import contains, and everything that it cannot import unchanged. */
export interface ImportPreview {
  /** The first of the sources. */
  readonly sources: readonly { readonly path: string; readonly format: string; readonly contents: string }[]
  readonly totalSources: number
  /**
   * Collections that an earlier version of the same document was imported to, with the differences line by
   * line.
   */
  readonly updates: readonly ImportPreviewSection[]
  /** How many requests ask for event streams, and how many examples they have, which such requests cannot store. */
  readonly eventStreams: { readonly requests: number; readonly examples: number }
  readonly sections: readonly ImportPreviewSection[]
}

export interface ImportPreviewSection {
  readonly title: string
  /** What to do about it; null if nothing. */
  readonly nextStep: string | null
  /** The first lines; the report next to the collection has all of them. */
  readonly lines: readonly { readonly folder: string; readonly text: string }[]
  readonly totalLines: number
  /** The editor setting that makes these work; absent: none. */
  readonly setting?: 'scriptsRequireLibraries'
}

/** What the import wrote into the workspace. */
export interface ImportResult {
  readonly collections: readonly {
    readonly id: string | null
    readonly name: string
    /** The report if it lists what Parley cannot represent; otherwise null. */
    readonly reportPath: string | null
  }[]
  /** The names of collections that were updated. */
  readonly updated: readonly string[]
  readonly environments: readonly string[]
  /** The names of variables that the import added to all workspaces. */
  readonly globals: readonly string[]
  /** The names of variables that the import added to the workspace: secrets of its new collections. */
  readonly workspaceVariables: readonly string[]
  /** Secrets that the imported scripts use; scripts cannot read them until the user allows it. */
  readonly secretsOfScripts: readonly ScopedSecret[]
  /** What could not be written, as sentences. */
  readonly notWritten: readonly string[]
}
