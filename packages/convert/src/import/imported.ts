import type { Collection, Environment, Result, Variable } from '@parley/model'

/** The result of importing a file of another client, in the same form for every format. */
export interface Imported {
  readonly collections: readonly Collection[]
  /** Environments that belong to no collection. */
  readonly environments: readonly Environment[]
  readonly globals: readonly Variable[]
  /** The variables of a workspace, and the secret ones of requests, which cannot have any in Parley. */
  readonly workspaceVariables: readonly Variable[]
  /** The values of secret variables, which no entity contains. */
  readonly secrets: readonly ImportedSecret[]
  /** Files that belong beside the collections, such as `.proto` files that an export contains as texts. */
  readonly files: readonly ImportedText[]
  readonly report: ImportReport
}

/** A text file of a collection. */
export interface ImportedText {
  /** The place of the collection in the list of the import. */
  readonly collectionIndex: number
  /** A safe path, relative to the folder of the collection. */
  readonly path: string
  readonly text: string
}

/** The value of one secret variable. */
export interface ImportedSecret {
  /** The names of its containers, outermost first. */
  readonly path: readonly string[]
  /** The kind of the variable. */
  readonly scope: 'environment' | 'workspace' | 'global' | 'collection' | 'folder'
  readonly name: string
  readonly value: string
}

/** The report that is shown after every import. */
export interface ImportReport {
  readonly counts: ImportCounts
  readonly losses: readonly ImportLoss[]
  readonly filesToPick: readonly ImportedFile[]
  /** All imported scripts, which are kept unchanged. */
  readonly scripts: readonly ImportedScript[]
}

/** The numbers of imported items. */
export interface ImportCounts {
  readonly collections: number
  readonly folders: number
  readonly requests: number
  readonly examples: number
  readonly environments: number
  readonly variables: number
}

/** A part that could not be imported. */
export interface ImportLoss {
  /** The names of its containers, outermost first. */
  readonly path: readonly string[]
  readonly code: ImportLossCode
  /** The part, in the terms of the file. */
  readonly subject: string
}

/** See `describeImportLoss`. */
export type ImportLossCode =
  | 'AUTH_NOT_SUPPORTED'
  | 'BODY_DISABLED'
  | 'BODY_NOT_SUPPORTED'
  | 'COMMAND_NOTE'
  | 'COMMAND_NOT_READ'
  | 'HEADER_REPEATED'
  | 'HEADER_LIST'
  | 'HEADER_NOT_REPLACED'
  | 'HEADER_REPLACED'
  | 'NAME_NOT_FILLED'
  | 'REQUEST_NOT_SUPPORTED'
  | 'SCRIPT_DISABLED'
  | 'SECRET_MISSING'
  | 'SECRET_MOVED'
  | 'SETTING_NOT_SUPPORTED'
  | 'TEMPLATE_NOT_TRANSLATED'
  | 'TEST_NOT_TRANSLATED'
  | 'REFERENCE_NOT_FOUND'
  | 'REFERENCE_NOT_FETCHED'
  | 'NOT_READ'
  | 'READ_AS'

/** A file that a request names. It is read only after the user has picked it (attacks IM3). */
export interface ImportedFile {
  readonly path: readonly string[]
  readonly filePath: string
}

/** A script and its phase. */
export interface ImportedScript {
  readonly path: readonly string[]
  readonly phase: 'preRequest' | 'postResponse'
  readonly text: string
}

/** The reason why a file could not be imported. */
export interface ImportFailure {
  readonly code:
    | 'NOT_JSON'
    | 'NOT_YAML'
    | 'NOT_XML'
    | 'NOT_GRAPHQL'
    | 'NOT_CURL'
    | 'NOT_OPEN_COLLECTION'
    | 'TOO_DEEP'
    | 'TOO_LARGE'
    /** A format of another tool that cannot be imported; the subject names it. */
    | 'FOREIGN_FORMAT'
    | 'UNKNOWN_FORMAT'
    | 'EMPTY'
  readonly subject: string
}

/** An import, or the reason why it failed. */
export type ImportResult = Result<Imported, ImportFailure>
