import type { Collection, Environment, Result, SecretVariable, Variable } from '@parley/model'

/** What a file of another client gives; the same for every format. */
export interface Imported {
  readonly collections: readonly Collection[]
  /** That belong to no collection. */
  readonly environments: readonly Environment[]
  readonly globals: readonly Variable[]
  /** Secrets of collections and folders, which keep none themselves. */
  readonly workspaceVariables: readonly SecretVariable[]
  /** Values of secret variables, which stand in no noun. */
  readonly secrets: readonly ImportedSecret[]
  readonly report: ImportReport
}

/** The value of one secret variable. */
export interface ImportedSecret {
  /** The names of where it stands, outermost first. */
  readonly path: readonly string[]
  /** Which variables it is one of. */
  readonly scope: 'environment' | 'workspace' | 'global'
  readonly name: string
  readonly value: string
}

/** What is told at the end of every import. */
export interface ImportReport {
  readonly counts: ImportCounts
  readonly losses: readonly ImportLoss[]
  readonly filesToPick: readonly ImportedFile[]
  /** Scripts come along as they are; these are all of them. */
  readonly scripts: readonly ImportedScript[]
}

/** What came. */
export interface ImportCounts {
  readonly collections: number
  readonly folders: number
  readonly requests: number
  readonly examples: number
  readonly environments: number
  readonly variables: number
}

/** Something that has no place here. */
export interface ImportLoss {
  /** The names of where it stood, outermost first. */
  readonly path: readonly string[]
  readonly code: ImportLossCode
  /** What it is, in the words of the file. */
  readonly subject: string
}

/** See `describeImportLoss`. */
export type ImportLossCode =
  | 'AUTH_NOT_SUPPORTED'
  | 'BODY_DISABLED'
  | 'BODY_NOT_SUPPORTED'
  | 'COMMAND_NOTE'
  | 'COMMAND_NOT_READ'
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

/** A file that a request names. It is read only after the user picked it (attacks IM3). */
export interface ImportedFile {
  readonly path: readonly string[]
  readonly filePath: string
}

/** A script and where it runs. */
export interface ImportedScript {
  readonly path: readonly string[]
  readonly phase: 'preRequest' | 'postResponse'
  readonly text: string
}

/** Why nothing came of a file. */
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
    | 'UNKNOWN_FORMAT'
    | 'EMPTY'
  readonly subject: string
}

/** An import, or why there is none. */
export type ImportResult = Result<Imported, ImportFailure>
