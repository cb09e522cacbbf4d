import { join } from 'node:path'
import { errorCodeOf, type FileSystem, nodeFiles, privateFileMode, writeFileWhole } from '@parley/files'
import { keysOf } from './keys-of.ts'

/** Which environment of each workspace is active, in `active-environments.json` of the app data. */
export interface ActiveEnvironments {
  /** The id of the active one; null: none is. */
  of(workspaceFolder: string): string | null
  /** Resolves once it is on the disk; rejects, with all as it was, where that fails. */
  activate(workspaceFolder: string, environmentId: string | null): Promise<void>
}

/** Reads what is kept; what cannot be understood counts as none, and is replaced by the next choice. */
export async function openActiveEnvironments(
  folder: string,
  files: FileSystem = nodeFiles,
): Promise<ActiveEnvironments> {
  const path = join(folder, 'active-environments.json')
  let active = await readActive(files, path)
  let last: Promise<void> = Promise.resolve()
  return {
    of: workspaceFolder => active.get(workspaceFolder) ?? null,
    activate(workspaceFolder, environmentId) {
      const writing = last.then(async () => {
        const changed = new Map(active)
        if (environmentId === null) changed.delete(workspaceFolder)
        else changed.set(workspaceFolder, environmentId)
        const workspaces = [...changed].map(([workspace, environment]) => ({ workspace, environment }))
        const text = `${JSON.stringify({ version: 1, workspaces }, null, 2)}\n`
        await writeFileWhole(files, path, text, { mode: privateFileMode })
        active = changed
      })
      // One after the other, so that the last one stays; a failure is its own caller's matter.
      last = writing.catch(() => {})
      return writing
    },
  }
}

async function readActive(files: FileSystem, path: string): Promise<ReadonlyMap<string, string>> {
  try {
    const { workspaces } = keysOf(JSON.parse(new TextDecoder().decode(await files.read(path))))
    if (!Array.isArray(workspaces)) return new Map()
    return new Map(
      workspaces.map(keysOf).flatMap(({ workspace, environment }): [string, string][] => {
        const isWhole = typeof workspace === 'string' && typeof environment === 'string'
        return isWhole ? [[workspace, environment]] : []
      }),
    )
  } catch (error) {
    if (error instanceof SyntaxError || errorCodeOf(error) === 'ENOENT') return new Map()
    throw error
  }
}
