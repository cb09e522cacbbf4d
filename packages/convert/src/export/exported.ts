import type { JsonObject } from '../import/json-value.ts'

/** A file for another client, and what the file could not express. */
export interface Exported {
  readonly value: JsonObject
  readonly losses: readonly ExportLoss[]
}

/** A part that the target format cannot express. */
export interface ExportLoss {
  /** The names of its containers, outermost first. */
  readonly path: readonly string[]
  /** The omitted part. */
  readonly subject: string
}

/** How secrets are exported. */
export interface ExportSettings {
  /** False: a literal in a secret field becomes a placeholder `{{name}}`. References are always kept. */
  readonly includeSecrets: boolean
}
