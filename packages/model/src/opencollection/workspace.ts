import type { Workspace } from '../collection/collection.ts'
import type { Result } from '../result.ts'
import type { Variable } from '../variables/variable.ts'
import { checkVersion, openCollectionVersion } from './collection.ts'
import { readFile } from './object-reader.ts'
import type { ReadProblem } from './read-problem.ts'
import { part } from './requests/request-fields.ts'
import { type OpenCollectionObject, objectOf, textUnlessEmpty } from './value.ts'
import { readVariables, writeVariables } from './variable.ts'

/**
 * The content of `workspace.yml`. The workspace's environments and collections are other files and folders.
 *
 * OpenCollection 1.0.0 has no workspaces, so the file follows its conventions: `opencollection` and `info` as
 * in a collection, with `info.type: workspace`, and `variables` as in an environment.
 */
export type WorkspaceFile = Pick<Workspace, 'name' | 'variables'>

export function readWorkspace(value: unknown): Result<WorkspaceFile, readonly ReadProblem[]> {
  return readFile(value, file => {
    checkVersion(file)
    return { name: file.object('info').text('name'), variables: readVariables(file) }
  })
}

export function writeWorkspace(workspace: WorkspaceFile): OpenCollectionObject {
  return objectOf({
    opencollection: openCollectionVersion,
    info: part({ name: textUnlessEmpty(workspace.name), type: 'workspace' }),
    variables: writeVariables(workspace.variables),
  })
}

/** Reads `globals.yml`: the global variables, in the format of `workspace.yml` without its head. */
export function readGlobalVariables(value: unknown): Result<readonly Variable[], readonly ReadProblem[]> {
  return readFile(value, readVariables)
}

export function writeGlobalVariables(variables: readonly Variable[]): OpenCollectionObject {
  return objectOf({ variables: writeVariables(variables) })
}
