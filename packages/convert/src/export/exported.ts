import type { JsonObject } from '../import/json-value.ts'

/** A file for another client, and what has no place in it. */
export interface Exported {
  readonly value: JsonObject
  readonly losses: readonly ExportLoss[]
}

/** Something that the other format cannot hold. */
export interface ExportLoss {
  /** The names of where it stands, outermost first. */
  readonly path: readonly string[]
  /** What it is. */
  readonly subject: string
}

/** How secrets leave. */
export interface ExportSettings {
  /** False: a literal in a secret field becomes a placeholder `{{name}}`; references stay in any case. */
  readonly includeSecrets: boolean
}
