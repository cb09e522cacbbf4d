import type { GrpcPart } from '@parley/model'
import type { RequestContext } from '../../stages.ts'

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
  const importPaths = [...new Set([...typedRoots, ...paths.map(folderOf)].map(withoutSlash))]
  return { importPaths, fileNames: paths.map(path => nameWithin(path, importPaths)) }
}

/** Returns the name of a file as imports have it: its path from the first import path above it. */
function nameWithin(path: string, roots: readonly string[]): string {
  const root = roots.find(one => one !== '' && path.startsWith(`${one}/`))
  return root === undefined ? path : path.slice(root.length + 1)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '').replace(/^\.$/, '')
}
