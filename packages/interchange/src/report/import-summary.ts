import type { ImportCounts, ImportFormat } from '@parley/convert'

/** The report of an import: the imported items, and everything that was lost or changed. */
export interface ImportSummary {
  readonly sources: readonly ImportedSource[]
  /** The files that could not be imported. */
  readonly refused: readonly { readonly path: string; readonly code: string; readonly sentence: string }[]
  readonly counts: ImportCounts
  readonly losses: readonly ReportedLoss[]
  /** Places with literal secrets, which are written to files unchanged. */
  readonly literalSecrets: readonly { readonly place: readonly string[]; readonly subject: string }[]
  /** Secret variables that scripts name; they are withheld until the user allows them (behaviour 5.3). */
  readonly secretsOfScripts: readonly SecretOfScripts[]
  /** Script calls that have no effect in Parley, line by line. */
  readonly unsupportedCalls: readonly UnsupportedScriptCall[]
  /** Calls of `require` that work if bundled libraries are allowed. */
  readonly libraryCalls: readonly UnsupportedScriptCall[]
  /** Scripts that are not valid JavaScript; they were imported unchanged. */
  readonly brokenScripts: readonly BrokenScript[]
  /** Files that requests name; each is read only after the user has picked it again. */
  readonly filesToPick: readonly { readonly place: readonly string[]; readonly filePath: string }[]
}

/** A file or folder that was imported. */
export interface ImportedSource {
  readonly path: string
  readonly format: ImportFormat
  readonly formatName: string
  readonly counts: ImportCounts
}

/** Something that could not be imported. */
export interface ReportedLoss {
  /** The names of its containers, outermost first. */
  readonly place: readonly string[]
  readonly code: string
  readonly sentence: string
}

/** A secret variable, and the scripts that name it. */
export interface SecretOfScripts {
  readonly name: string
  readonly scripts: readonly Omit<ScriptPlace, 'line'>[]
}

interface ScriptPlace {
  readonly place: readonly string[]
  readonly phase: 'preRequest' | 'postResponse'
  /** Counted from 1. */
  readonly line: number
}

export interface UnsupportedScriptCall extends ScriptPlace {
  readonly name: string
}

export interface BrokenScript extends ScriptPlace {
  readonly message: string
}
