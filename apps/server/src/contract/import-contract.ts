import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { SecretOfPlace } from './messages.ts'

/** Random, chosen by the page once for each window. */
const windowId = z.uuid()
/** Random, chosen by the page, so that an import can be cancelled before its start has returned. */
const importId = z.uuid()

/** What an import is made of. */
const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('files'),
    name: z.string().max(4096),
    /** Files that the window has picked, each with its path below the folder that was picked; given up by the import. */
    files: z
      .array(z.strictObject({ filePath: z.string().max(4096), path: z.string().min(1).max(4096) }))
      .min(1)
      .max(20_000),
  }),
  z.strictObject({ kind: z.literal('text'), text: z.string().max(50_000_000) }),
  z.strictObject({ kind: z.literal('url'), url: z.string().max(100_000) }),
])

export type ImportSourceInput = z.infer<typeof source>

/** Imports of a window; what comes of each is told on its event stream. */
export const importContract = {
  /** Reads a source, and writes nothing. Takes the place of an import that the window has begun before. */
  start: oc.input(z.strictObject({ windowId, importId, source })).output(type<Record<string, never>>()),
  /** Writes what was read into the workspace. False where nothing of it is known any more. */
  write: oc
    .input(
      z.strictObject({
        windowId,
        importId,
        /** False: what would be an update is added as another collection. */
        updates: z.boolean(),
      }),
    )
    .output(type<{ readonly wasKnown: boolean }>()),
  /** Gives up what was read or is being read. */
  cancel: oc.input(z.strictObject({ windowId, importId })).output(type<{ readonly wasKnown: boolean }>()),
}

/** How far an import of a window is. */
export type ImportEvent = { readonly type: 'import'; readonly importId: string } & ImportState

export type ImportState =
  | {
      readonly state: 'reading'
      readonly doneFiles: number
      readonly totalFiles: number
      /** Read so far. */
      readonly requests: number
    }
  /** Nothing is written yet. */
  | { readonly state: 'read'; readonly preview: ImportPreview }
  | { readonly state: 'writing'; readonly preview: ImportPreview }
  | { readonly state: 'written'; readonly preview: ImportPreview; readonly written: ImportedHere }
  | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }

/** What an import brings, and all that does not come as it was. */
export interface ImportPreview {
  /** The first of them. */
  readonly sources: readonly { readonly path: string; readonly format: string; readonly brings: string }[]
  readonly totalSources: number
  /** Collections that came from an earlier version of the same document, with the difference line by line. */
  readonly updates: readonly ImportPreviewSection[]
  readonly sections: readonly ImportPreviewSection[]
}

export interface ImportPreviewSection {
  readonly title: string
  /** What to do about it; null: nothing. */
  readonly nextStep: string | null
  /** The first of them; all stand in the report beside the collection. */
  readonly lines: readonly string[]
  readonly totalLines: number
}

/** What stands in the workspace now. */
export interface ImportedHere {
  readonly collections: readonly {
    readonly id: string | null
    readonly name: string
    /** Where what has no place is kept; null: everything has one. */
    readonly reportPath: string | null
  }[]
  /** The names of collections that were brought up to date. */
  readonly updated: readonly string[]
  readonly environments: readonly string[]
  /** The names of variables that every workspace has from now on. */
  readonly globals: readonly string[]
  /** The names of variables that the workspace has from now on: secrets of its new collections. */
  readonly workspaceVariables: readonly string[]
  /** Secrets that scripts of the import name; they are withheld until the user allows them. */
  readonly secretsOfScripts: readonly SecretOfPlace[]
  /** What could not be written, as sentences. */
  readonly notWritten: readonly string[]
}
