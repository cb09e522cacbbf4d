import type { ImportedSecret } from '@parley/convert'
import type { RequestContext } from '@parley/engine'
import type { Collection, Environment, Request, Variable } from '@parley/model'

/** Collections to run, from a path that was typed. */
export interface RunSource {
  readonly collections: readonly SourceCollection[]
  /** Of the workspace, the collection or the file, absolute: its requests may read what lies below it. */
  readonly folder: string
  /** The files that it was read from, absolute: no report may replace one. */
  readonly readPaths: readonly string[]
  /** That belong to no single collection. */
  readonly environments: readonly Environment[]
  readonly workspaceVariables: readonly Variable[]
  readonly globalVariables: readonly Variable[]
  /** Values that stand in the file itself. */
  readonly secrets: readonly ImportedSecret[]
  /** What the user should know though it can be run. */
  readonly notes: readonly string[]
}

export interface SourceCollection {
  readonly collection: Collection
  readonly environments: readonly Environment[]
  /** Whether a request is among those that the path names. */
  readonly isNamed: (request: Request) => boolean
  /** Secret fields that the app keeps and a run does not read, by the authorization; absent: none. */
  readonly missingAuthFields?: NonNullable<RequestContext['missingAuthFields']>
}

/** Thrown where a path cannot be run; the message is a sentence with what to do next. */
export class RunSourceError extends Error {}
