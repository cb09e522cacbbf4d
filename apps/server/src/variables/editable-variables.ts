import { createHash } from 'node:crypto'
import type { Result, Row, Variable } from '@parley/model'
import type { OpenedFile, SaveFailure } from '@parley/workspace'
import type { EditedShare, EditedVariable, OpenedVariables } from '../contract/index.ts'
import { savedFile } from '../library/saved-file.ts'

/** The editable part of a file, and what a save of it needs. */
export interface OpenedPlace {
  readonly variables: readonly Variable[]
  /** The default headers of the workspace; absent: none. */
  readonly headers?: readonly Row[]
  readonly version: string | null
  /** Whether Parley may have made the file for something else, so that without content it is the same as none; absent: no. */
  readonly isOptional?: boolean
  readonly file: OpenedFile | null
  readonly secretVariables: ReadonlyMap<string, string>
  readonly permissionsOfFile: readonly string[]
  save(
    variables: readonly Variable[],
    baseVersion: string | null,
    secretVariables: ReadonlyMap<string, string>,
    /** Absent: they stay as they are. */
    headers?: readonly Row[],
  ): Promise<Result<string, SaveFailure<unknown>>>
}

/** Returns the variables for a page to edit. */
export function editable(opened: OpenedPlace): OpenedVariables {
  const { variables, headers = [], version, file, secretVariables } = opened
  const edited = withSecretValues(variables, secretVariables)
  return {
    variables: edited,
    headers,
    version: shownVersion(opened, version, { variables: edited, headers }),
    file: savedFile(file, ''),
  }
}

/** Returns variables with the values of the secrets among them, for a page to edit. */
export function withSecretValues(
  variables: readonly Variable[],
  secretVariables: ReadonlyMap<string, string>,
): readonly EditedVariable[] {
  return variables.map(variable => ({
    variable,
    secretValue: variable.secret ? (secretVariables.get(variable.name) ?? null) : null,
  }))
}

/** Returns the version of a collection or folder for a page; without secrets that of its file. */
export function containerVersion<Version extends string | null>(
  version: Version,
  edited: readonly EditedVariable[],
): Version | string {
  return version !== null && edited.some(({ variable }) => variable.secret)
    ? versionWith(version, edited)
    : version
}

/** Returns the version of variables for a page; null if they have no file. */
export function shownVersion(
  { isOptional = false }: Pick<OpenedPlace, 'isOptional'>,
  version: string | null,
  { variables, headers }: EditedShare,
): string | null {
  const isEmpty = variables.length + headers.length === 0
  return version === null || (isOptional && isEmpty) ? null : versionWith(version, variables)
}

/**
 * Returns the version of a file together with its secrets and permissions, which are stored separately: the
 * version changes with any of them.
 */
function versionWith(version: string, edited: readonly EditedVariable[]): string {
  const secretParts = edited.flatMap(({ variable, secretValue }) =>
    variable.secret ? [[variable.name, secretValue, variable.allowedToScripts] as const] : [],
  )
  const sorted = secretParts.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([version, sorted]))
    .digest('base64url')
}
