import { join } from 'node:path'
import { errorCodeOf, nodeFiles } from '@parley/files'
import { maximumDocumentBytes } from './documents/damage.ts'
import { workspaceFormat } from './documents/document-format.ts'
import { readAnyDocument } from './documents/long-documents.ts'
import { listedPath } from './tree/listed-path.ts'

/**
 * Returns whether the `workspace.yml` of a folder lists a collection. The list of another user of the machine does not count: it
 * would give environments to the requests of this one, and more files. It reads nothing else of the workspace.
 * @param path - of the collection in the workspace, with slashes
 */
export async function listsCollection(workspace: string, path: string): Promise<boolean> {
  const file = join(workspace, 'workspace.yml')
  try {
    const [info, own] = await nodeFiles.linkInfos([file, join(workspace, path, 'opencollection.yml')])
    if (info?.kind !== 'file' || info.sizeBytes > maximumDocumentBytes) return false
    if (info.ownerId !== own?.ownerId) return false
    const read = await readAnyDocument(await nodeFiles.read(file), workspaceFormat)
    return read.ok && (read.value.entity.collections ?? []).some(one => listedPath(one.path) === path)
  } catch (error) {
    if (errorCodeOf(error) === '') throw error
    return false
  }
}
