import type { ImportedSecret } from '@parley/convert'
import type { RequestContext } from '@parley/engine'
import type { Collection, Environment, Folder, Item, Request, Row, Variable } from '@parley/model'

/** Collections to run, from a typed path. */
export interface RunSource {
  readonly collections: readonly SourceCollection[]
  /** The absolute folder of the workspace, the collection or the file, whose files its requests may read. */
  readonly folder: string
  /** The absolute paths of the files that it was read from; no report may replace one. */
  readonly readPaths: readonly string[]
  /** Environments that belong to no single collection. */
  readonly environments: readonly Environment[]
  readonly workspaceVariables: readonly Variable[]
  /** The default headers of the workspace; absent: none. */
  readonly workspaceHeaders?: readonly Row[]
  readonly globalVariables: readonly Variable[]
  /** Values of secret variables that are stored on this device; empty unless they are asked for. */
  readonly deviceSecrets: DeviceSecretValues
  /** Secret values in the file itself. */
  readonly secrets: readonly ImportedSecret[]
  /** Notes about a source that can be run. */
  readonly notes: readonly string[]
  /** The collections of other formats that a workspace lists, which use its environments; absent: none. */
  readonly listed?: readonly RunSource[]
}

/** The values of secret variables on this device, by name. */
export interface DeviceSecretValues {
  readonly environments: ReadonlyMap<Environment, ReadonlyMap<string, string>>
  readonly workspace: ReadonlyMap<string, string>
}

/** For sources whose secrets this device does not store. */
export const noDeviceSecrets: DeviceSecretValues = { environments: new Map(), workspace: new Map() }

export interface SourceCollection {
  readonly collection: Collection
  /** The absolute folder in which relative paths of its requests start: its own, or that of its file. */
  readonly folder: string
  readonly environments: readonly Environment[]
  /** Whether a request is one of those that the path names. */
  readonly isNamed: (request: Request) => boolean
  /** Returns the path of a request or folder; undefined: it has no file of its own. Absent: the source is no workspace. */
  readonly pathOf?: (item: Item) => string | undefined
  /** The `.proto` files that an export contains, by their paths from the folder of the collection; absent: none. */
  readonly protoTexts?: ReadonlyMap<string, string>
  /** Secret fields that the app stores and a run does not read, by authorization; absent: none. */
  readonly missingAuthFields?: NonNullable<RequestContext['missingAuthFields']>
  /** Values of the secret variables of the collection and its folders, of this device or of the file itself; absent: none. */
  readonly containerSecrets?: ReadonlyMap<Collection | Folder, ReadonlyMap<string, string>>
}

/** Thrown if a path cannot be run; the message is a sentence that also says what to do. */
export class RunSourceError extends Error {
  /** The same without any text of a damaged file. */
  readonly plainMessage: string

  constructor(message: string, plainMessage = message) {
    super(message)
    this.plainMessage = plainMessage
  }
}

/** Thrown if a path cannot be run because there is nothing in it. */
export class EmptySourceError extends RunSourceError {}
