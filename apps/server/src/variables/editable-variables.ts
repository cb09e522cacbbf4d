import { createHash } from 'node:crypto'
import type { Result, Variable } from '@parley/model'
import type { OpenedFile, SaveFailure } from '@parley/workspace'
import type { EditedVariable, OpenedVariables } from '../contract/index.ts'
import { savedFile } from '../library/saved-file.ts'

/** The editable part of a file, and what a save of it needs. */
export interface OpenedPlace {
  readonly variables: readonly Variable[]
  readonly version: string | null
  readonly file: OpenedFile | null
  readonly secretVariables: ReadonlyMap<string, string>
  readonly permissionsOfFile: readonly string[]
  save(
    variables: readonly Variable[],
    baseVersion: string | null,
    secretVariables: ReadonlyMap<string, string>,
  ): Promise<Result<string, SaveFailure<unknown>>>
}

/** Returns the variables for a page to edit. */
export function editable({ variables, version, file, secretVariables }: OpenedPlace): OpenedVariables {
  const edited = variables.map(variable => ({
    variable,
    secretValue: variable.secret ? (secretVariables.get(variable.name) ?? null) : null,
  }))
  return {
    variables: edited,
    version: version === null ? null : versionWith(version, edited),
    file: savedFile(file, ''),
  }
}

/**
 * Returns the version of a file together with its secrets and permissions, which are stored separately: the
 * version changes with any of them.
 */
export function versionWith(version: string, edited: readonly EditedVariable[]): string {
  const secretParts = edited.flatMap(({ variable, secretValue }) =>
    variable.secret ? [[variable.name, secretValue, variable.allowedToScripts] as const] : [],
  )
  const sorted = secretParts.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([version, sorted]))
    .digest('base64url')
}
