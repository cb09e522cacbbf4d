import type { GrpcPart } from '@parley/model'
import { trimEndOf } from '@parley/model'
import type { RequestContext } from '../../../prepare/request-context.ts'

/** The `.proto` files of a request, and where they and their imports are searched. */
export interface ProtoSearch {
  /** The folders in order, without a slash at their ends; empty: where all paths of a collection begin. */
  readonly importPaths: readonly string[]
  /** The files as imports name them. */
  readonly fileNames: readonly string[]
}

/** Returns the `.proto` file of a request, or those of its collection, with the import paths of the collection. */
export function protoSearch(
  { protoFilePath }: Pick<GrpcPart, 'protoFilePath'>,
  { ancestors }: Pick<RequestContext, 'ancestors'>,
): ProtoSearch {
  const protobuf = ancestors.flatMap(one => (one.kind === 'collection' ? [one.protobuf] : []))[0]
  const paths = protoFilePath === '' ? (protobuf?.protoFilePaths ?? []) : [protoFilePath]
  const typedRoots = protobuf?.importPaths.flatMap(({ path, enabled }) => (enabled ? [path] : [])) ?? []
  const [typed, own] = [typedRoots, paths.map(folderOf)].map(roots => roots.map(withoutSlash))
  return {
    importPaths: [...new Set([...(typed ?? []), ...(own ?? [])])],
    fileNames: paths.map(path => nameWithin(path, typed ?? []) ?? nameWithin(path, own ?? []) ?? path),
  }
}

/** Returns the name of a file as imports have it: its path from the first folder above it; null if none is. */
function nameWithin(path: string, folders: readonly string[]): string | null {
  const folder = folders.find(one => one === '' || path.startsWith(`${one}/`))
  return folder === undefined ? null : path.slice(folder === '' ? 0 : folder.length + 1)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

function withoutSlash(path: string): string {
  return trimEndOf(path, '/').replace(/^\.$/, '')
}
