import type { HttpRequest, Row } from '@parley/model'
import type { DeclaredVariable } from '../../graphql/variables/operation-variables.ts'
import type { GraphQlBody } from './graphql-body.ts'

/** Returns whether a variable takes files: its type is the scalar Upload, or a list of it. */
export function takesFiles({ typeText }: DeclaredVariable): boolean {
  return typeText.replace(/[[\]!]/g, '') === 'Upload'
}

/** Returns whether a variable takes several files. */
export function takesSeveral({ typeText }: DeclaredVariable): boolean {
  return typeText.startsWith('[')
}

/** Returns the files of a variable, in order. */
export function filesOfVariable({ uploads = [] }: GraphQlBody, name: string): readonly string[] {
  return uploads.filter(({ variable }) => variableNameOf(variable) === name).map(({ filePath }) => filePath)
}

/** Returns the variables that have files, also within an object or a list. */
export function variablesWithFiles({ uploads = [] }: GraphQlBody): readonly string[] {
  return [...new Set(uploads.map(({ variable }) => variableNameOf(variable)))]
}

/**
 * Returns the draft with other files for a variable. With files the content is a form, so that the `Content-Type` of the
 * preset is unticked; without files it is ticked again.
 */
export function withFilesInDraft(
  draft: HttpRequest,
  variable: DeclaredVariable,
  change: (before: readonly string[]) => readonly string[],
): HttpRequest {
  if (draft.body.type !== 'graphql') return draft
  const hadFiles = variablesWithFiles(draft.body).length > 0
  const body = withVariableFiles(draft.body, variable, change(filesOfVariable(draft.body, variable.name)))
  const hasFiles = variablesWithFiles(body).length > 0
  if (hadFiles === hasFiles) return { ...draft, body }
  const headers = draft.headers.map(one => (isPresetType(one) ? { ...one, enabled: !hasFiles } : one))
  return { ...draft, body, headers }
}

function isPresetType({ name, value }: Row): boolean {
  return name.trim().toLowerCase() === 'content-type' && value.trim().toLowerCase() === 'application/json'
}

/** Returns the body with other files for a variable: one, or a list. */
export function withVariableFiles(
  { uploads = [], ...body }: GraphQlBody,
  variable: DeclaredVariable,
  filePaths: readonly string[],
): GraphQlBody {
  const others = uploads.filter(one => variableNameOf(one.variable) !== variable.name)
  const added = filePaths.map((filePath, at) => ({
    variable: takesSeveral(variable) ? `${variable.name}.${at}` : variable.name,
    filePath,
  }))
  const changed = [...others, ...added]
  return changed.length === 0 ? body : { ...body, uploads: changed }
}

function variableNameOf(path: string): string {
  return path.split('.')[0] ?? path
}
