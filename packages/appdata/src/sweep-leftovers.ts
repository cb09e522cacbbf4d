import { join } from 'node:path'
import {
  type FilesAtOnce,
  isLeftBehind,
  markedProcess,
  nodeFiles,
  nodeFilesAtOnce,
  sweepFolder,
} from '@parley/files'
import { checkedFolderName } from './checked-folders.ts'
import { schemasFolderName } from './schema-store.ts'

/** `bodies-MARK` and `picked-MARK` folders and `open-MARK.html` files. */
const leftover = /^(?:(?:bodies|picked)-(\d+)-([0-9a-f-]{36})|open-(\d+)-([0-9a-f-]{36})\.html)$/

/**
 * Deletes the bodies, picked files, opening files and temporary files of processes that ended without deleting them.
 * Those of running processes, and those that cannot be deleted, are kept.
 */
export async function sweepLeftovers(appDataFolder: string): Promise<void> {
  for (const name of nodeFilesAtOnce.names(appDataFolder)) {
    const [, folderId, folderRest, fileId, fileRest] = leftover.exec(name) ?? []
    const [processId, rest] = [folderId ?? fileId, folderRest ?? fileRest]
    if (processId === undefined || rest === undefined) continue
    remove(nodeFilesAtOnce, join(appDataFolder, name), processId, rest)
  }
  for (const name of ['', schemasFolderName, checkedFolderName])
    await sweepFolder(nodeFiles, join(appDataFolder, name))
}

function remove(files: FilesAtOnce, path: string, processId: string, rest: string): void {
  try {
    const info = files.linkInfo(path)
    if (info === null) return
    if (isLeftBehind(markedProcess(processId, rest), Date.now() - info.modifiedMs)) files.removeTree(path)
  } catch {
    // Deleting is tried again at the next start.
  }
}
