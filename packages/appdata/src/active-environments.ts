import { join } from 'node:path'
import { errorCodeOf, type FileSystem, nodeFiles, privateFileMode, writeFileAtomically } from '@parley/files'
import { keysOf } from './keys-of.ts'

/** Stores the active environment of each workspace in `active-environments.json` of the app data. */
export interface ActiveEnvironments {
  /** Returns the id of the active environment; null if there is none. */
  of(workspaceFolder: string): string | null
  /** Resolves once the choice is on the disk; rejects, without a change, if that fails. */
  activate(workspaceFolder: string, environmentId: string | null): Promise<void>
}

/** Reads the stored choices. Invalid content counts as no choice, and is replaced by the next one. */
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
        await writeFileAtomically(files, path, text, { mode: privateFileMode })
        active = changed
      })
      // Writes run one after another, so that the last one wins; a failure concerns only its caller.
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
