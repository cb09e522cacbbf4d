import { hash } from 'node:crypto'
import { join } from 'node:path'
import {
  type FileSystem,
  nodeFiles,
  privateFileMode,
  privateFolderMode,
  writeFileAtomically,
} from '@parley/files'
import { keysOf } from './keys-of.ts'

/** The folder of the app data with a file for each workspace. */
export const checkedFolderName = 'checked'

/**
 * Returns where a workspace remembers which of its folders were read whole, so that a start reads none of them again. Only this
 * version of the program reads what it wrote, as another one may find other damage. What cannot be read counts as nothing.
 * @param workspaceKey a key from {@link WorkspaceKeys}
 */
export function checkedFoldersOf(
  appDataFolder: string,
  workspaceKey: string,
  version: string,
  files: FileSystem = nodeFiles,
) {
  const folder = join(appDataFolder, checkedFolderName)
  const path = join(folder, `${hash('sha256', workspaceKey).slice(0, 16)}.json`)
  return {
    async load(): Promise<ReadonlyMap<string, string>> {
      try {
        const kept = keysOf(JSON.parse(new TextDecoder().decode(await files.read(path))))
        const folders = kept.version === version ? Object.entries(keysOf(kept.folders)) : []
        return new Map(
          folders.flatMap(([name, state]): [string, string][] =>
            typeof state === 'string' ? [[name, state]] : [],
          ),
        )
      } catch {
        return new Map()
      }
    },
    /** Without room on the disk, the next start reads the files again. */
    async write(folders: ReadonlyMap<string, string>): Promise<void> {
      try {
        await files.makeFolder(folder, privateFolderMode)
        const text = JSON.stringify({ version, folders: Object.fromEntries(folders) })
        await writeFileAtomically(files, path, text, { mode: privateFileMode })
      } catch {
        // The next check writes it.
      }
    },
  }
}
