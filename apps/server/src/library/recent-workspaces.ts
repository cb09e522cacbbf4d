import { join } from 'node:path'
import { absoluteFolder, storedFolder } from '@parley/appdata'
import { nodeFiles, privateFileMode, writeFileAtomically } from '@parley/files'

/** A recently opened workspace. */
export interface RecentFolder {
  readonly folder: string
  readonly name: string
}

const maxRecentFolders = 12

/** `workspaces.json` of the app data: the recently opened workspaces, the latest first. */
export class RecentWorkspaces {
  readonly #appDataFolder: string
  readonly #path: string
  #known: readonly RecentFolder[] = []

  private constructor(appDataFolder: string) {
    this.#appDataFolder = appDataFolder
    this.#path = join(appDataFolder, 'workspaces.json')
  }

  /** Reads the list. If the file is missing or invalid, the list is empty. */
  static async open(appDataFolder: string): Promise<RecentWorkspaces> {
    const recent = new RecentWorkspaces(appDataFolder)
    try {
      const text = new TextDecoder().decode(await nodeFiles.read(recent.#path))
      recent.#known = foldersOf(JSON.parse(text)).map(({ folder, name }) => ({
        folder: absoluteFolder(appDataFolder, folder),
        name,
      }))
    } catch {
      // Only a list of folders would be lost.
    }
    return recent
  }

  get all(): readonly RecentFolder[] {
    return this.#known
  }

  /** Moves a workspace to the front of the list, or adds it there. */
  async note(known: RecentFolder): Promise<void> {
    const others = this.#known.filter(one => one.folder !== known.folder)
    this.#known = [known, ...others].slice(0, maxRecentFolders)
    // Folders in the app data are stored as relative paths, because they move with it.
    const stored = this.#known.map(one => ({
      folder: storedFolder(this.#appDataFolder, one.folder),
      name: one.name,
    }))
    const text = `${JSON.stringify({ recent: stored }, null, 2)}\n`
    await writeFileAtomically(nodeFiles, this.#path, text, { mode: privateFileMode })
  }
}

function foldersOf(value: unknown): readonly RecentFolder[] {
  const recent: unknown = Reflect.get(Object(value), 'recent')
  if (!Array.isArray(recent)) return []
  return recent.flatMap((one: unknown) => {
    const [folder, name]: unknown[] = [Reflect.get(Object(one), 'folder'), Reflect.get(Object(one), 'name')]
    return typeof folder === 'string' && typeof name === 'string' ? [{ folder, name }] : []
  })
}
