import type { Workspace } from '../collection/collection.ts'
import type { Result } from '../result.ts'
import type { Row } from '../row.ts'
import type { Variable } from '../variables/variable.ts'
import { checkVersion, openCollectionVersion } from './collection.ts'
import { readFile } from './object-reader.ts'
import type { ReadProblem } from './read-problem.ts'
import { part } from './requests/request-fields.ts'
import { readRows, writeRows } from './row.ts'
import { listUnlessEmpty, type OpenCollectionObject, objectOf, textUnlessEmpty } from './value.ts'
import { readVariables, writeVariables } from './variable.ts'

/**
 * The content of `workspace.yml`. The workspace's environments and collections are other files and folders.
 *
 * OpenCollection 1.0.0 has no workspaces, so the file follows its conventions: `opencollection` and `info` as
 * in a collection, with `info.type: workspace`, `variables` as in an environment, and `request.headers` as in a
 * collection. The list `collections` is that of Bruno, which shows the collections that are listed.
 */
export type WorkspaceFile = Pick<Workspace, 'name' | 'variables'> & {
  /** What all requests of the workspace inherit; absent: nothing. */
  readonly headers?: readonly Row[]
  /** Absent: the file lists none. Null: it has something else there, which stays. */
  readonly collections?: readonly ListedCollection[] | null
}

/** A collection that `workspace.yml` lists, as other clients of the format do. Neither text is empty. */
export interface ListedCollection {
  readonly name: string
  /** The folder, relative to that of the workspace. It comes from a file and may lead anywhere. */
  readonly path: string
}

/** The most entries that are read of a list; no client writes more. */
export const mostListedCollections = 10_000

export function readWorkspace(value: unknown): Result<WorkspaceFile, readonly ReadProblem[]> {
  return readFile(value, file => {
    checkVersion(file)
    const listed = listedIn(file.value('collections'))
    const headers = readRows(file.object('request'), 'headers')
    return {
      name: file.object('info').text('name'),
      variables: readVariables(file),
      ...(headers.length === 0 ? {} : { headers }),
      ...(listed === undefined ? {} : { collections: listed }),
    }
  })
}

export function writeWorkspace(workspace: WorkspaceFile): OpenCollectionObject {
  return objectOf({
    opencollection: openCollectionVersion,
    info: part({ name: textUnlessEmpty(workspace.name), type: 'workspace' }),
    request: part({ headers: writeRows(workspace.headers ?? []) }),
    variables: writeVariables(workspace.variables),
    collections: listUnlessEmpty(workspace.collections ?? [], ({ name, path }) => objectOf({ name, path })),
  })
}

/** Reads the list leniently: what is no entry of a client stays in the file and harms nothing. */
function listedIn(value: unknown): WorkspaceFile['collections'] {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) return null
  const listed = value.slice(0, mostListedCollections).flatMap(entry => {
    const [name, path]: unknown[] = [Reflect.get(Object(entry), 'name'), Reflect.get(Object(entry), 'path')]
    return isText(name) && isText(path) ? [{ name, path }] : []
  })
  return listed.length === 0 ? undefined : listed
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Reads `globals.yml`: the global variables, in the format of `workspace.yml` without its head. */
export function readGlobalVariables(value: unknown): Result<readonly Variable[], readonly ReadProblem[]> {
  return readFile(value, readVariables)
}

export function writeGlobalVariables(variables: readonly Variable[]): OpenCollectionObject {
  return objectOf({ variables: writeVariables(variables) })
}
