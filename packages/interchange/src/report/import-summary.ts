import type { ImportCounts, ImportFormat } from '@parley/convert'

/** What is told of an import: what came, and all that did not come as it was. */
export interface ImportSummary {
  readonly sources: readonly ImportedSource[]
  /** Files of which nothing came. */
  readonly refused: readonly { readonly path: string; readonly code: string; readonly sentence: string }[]
  readonly counts: ImportCounts
  readonly losses: readonly ToldLoss[]
  /** Places where a secret is written out; they go to files as they are. */
  readonly literalSecrets: readonly { readonly place: readonly string[]; readonly subject: string }[]
  /** Secret variables that scripts name; they are withheld until the user allows them (spec 5.3). */
  readonly secretsOfScripts: readonly SecretOfScripts[]
  /** Script calls that do nothing here, line by line. */
  readonly unsupportedCalls: readonly UnsupportedScriptCall[]
  /** Scripts that are no JavaScript; they came along as they are. */
  readonly brokenScripts: readonly BrokenScript[]
  /** Files that requests name; each is read only after the user picked it again. */
  readonly filesToPick: readonly { readonly place: readonly string[]; readonly filePath: string }[]
}

/** A file or folder that was understood. */
export interface ImportedSource {
  readonly path: string
  readonly format: ImportFormat
  readonly formatName: string
  readonly counts: ImportCounts
}

/** Something that has no place. */
export interface ToldLoss {
  /** The names of where it stood, outermost first. */
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
  /** From 1. */
  readonly line: number
}

export interface UnsupportedScriptCall extends ScriptPlace {
  readonly name: string
}

export interface BrokenScript extends ScriptPlace {
  readonly message: string
}
