import { join } from 'node:path'
import { errorCodeOf, type FileSystem, nodeFiles, privateFileMode, writeFileAtomically } from '@parley/files'
import { keysOf } from './keys-of.ts'

/**
 * Stores the active environment of each workspace in `active-environments.json` of the app data, and whether its user knows that
 * environments win over the variables of collections, which they did not in older versions.
 */
export interface ActiveEnvironments {
  /** Returns the id of the active environment; null if there is none. */
  of(workspaceFolder: string): string | null
  /** Resolves once the choice is on the disk; rejects, without a change, if that fails. */
  activate(workspaceFolder: string, environmentId: string | null): Promise<void>
  isOrderKnown(workspaceFolder: string): boolean
  /** Resolves once that is on the disk; rejects, without a change, if that fails. */
  markOrderKnown(workspaceFolder: string): Promise<void>
}

/** Reads the stored choices. Invalid content counts as no choice, and is replaced by the next one. */
export async function openActiveEnvironments(
  folder: string,
  files: FileSystem = nodeFiles,
): Promise<ActiveEnvironments> {
  const path = join(folder, 'active-environments.json')
  let kept = await readKept(files, path)
  let last: Promise<void> = Promise.resolve()
  const write = (change: (before: Kept) => Kept) => {
    const writing = last.then(async () => {
      const changed = change(kept)
      const workspaces = [...changed.active].map(([workspace, environment]) => ({ workspace, environment }))
      const knownOrder = [...changed.knownOrder]
      const text = `${JSON.stringify({ version: 1, workspaces, knownOrder }, null, 2)}\n`
      await writeFileAtomically(files, path, text, { mode: privateFileMode })
      kept = changed
    })
    // Writes run one after another, so that the last one wins; a failure concerns only its caller.
    last = writing.catch(() => {})
    return writing
  }
  return {
    of: workspaceFolder => kept.active.get(workspaceFolder) ?? null,
    activate: (workspaceFolder, environmentId) =>
      write(({ active, knownOrder }) => {
        const changed = new Map(active)
        if (environmentId === null) changed.delete(workspaceFolder)
        else changed.set(workspaceFolder, environmentId)
        return { active: changed, knownOrder }
      }),
    isOrderKnown: workspaceFolder => kept.knownOrder.has(workspaceFolder),
    markOrderKnown: workspaceFolder =>
      write(({ active, knownOrder }) => ({ active, knownOrder: new Set([...knownOrder, workspaceFolder]) })),
  }
}

/** The content of the file, by the folders of workspaces. */
interface Kept {
  readonly active: ReadonlyMap<string, string>
  readonly knownOrder: ReadonlySet<string>
}

async function readKept(files: FileSystem, path: string): Promise<Kept> {
  try {
    const { workspaces, knownOrder } = keysOf(JSON.parse(new TextDecoder().decode(await files.read(path))))
    const active = (Array.isArray(workspaces) ? workspaces : [])
      .map(keysOf)
      .flatMap(({ workspace, environment }): [string, string][] => {
        const isWhole = typeof workspace === 'string' && typeof environment === 'string'
        return isWhole ? [[workspace, environment]] : []
      })
    const known = Array.isArray(knownOrder) ? knownOrder.filter(one => typeof one === 'string') : []
    return { active: new Map(active), knownOrder: new Set(known) }
  } catch (error) {
    if (error instanceof SyntaxError || errorCodeOf(error) === 'ENOENT')
      return { active: new Map(), knownOrder: new Set() }
    throw error
  }
}
