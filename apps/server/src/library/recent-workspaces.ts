import { join } from 'node:path'
import { absoluteFolder, storedFolder } from '@parley/appdata'
import { nodeFiles, privateFileMode, writeFileWhole } from '@parley/files'

/** A workspace that was open before. */
export interface KnownFolder {
  readonly folder: string
  readonly name: string
}

const keptFolders = 12

/** `workspaces.json` of the app data: which workspaces were open, the latest first. */
export class RecentWorkspaces {
  readonly #appDataFolder: string
  readonly #path: string
  #known: readonly KnownFolder[] = []

  private constructor(appDataFolder: string) {
    this.#appDataFolder = appDataFolder
    this.#path = join(appDataFolder, 'workspaces.json')
  }

  /** A file that is missing or cannot be understood lists none. */
  static async open(appDataFolder: string): Promise<RecentWorkspaces> {
    const recent = new RecentWorkspaces(appDataFolder)
    try {
      const text = new TextDecoder().decode(await nodeFiles.read(recent.#path))
      recent.#known = foldersOf(JSON.parse(text)).map(({ folder, name }) => ({
        folder: absoluteFolder(appDataFolder, folder),
        name,
      }))
    } catch {
      // What is lost with it is a list of places alone.
    }
    return recent
  }

  get all(): readonly KnownFolder[] {
    return this.#known
  }

  /** Puts a workspace first. */
  async note(known: KnownFolder): Promise<void> {
    const others = this.#known.filter(one => one.folder !== known.folder)
    this.#known = [known, ...others].slice(0, keptFolders)
    // Those in the app data move with it.
    const stored = this.#known.map(one => ({
      folder: storedFolder(this.#appDataFolder, one.folder),
      name: one.name,
    }))
    const text = `${JSON.stringify({ recent: stored }, null, 2)}\n`
    await writeFileWhole(nodeFiles, this.#path, text, { mode: privateFileMode })
  }
}

function foldersOf(value: unknown): readonly KnownFolder[] {
  const recent: unknown = Reflect.get(Object(value), 'recent')
  if (!Array.isArray(recent)) return []
  return recent.flatMap((one: unknown) => {
    const [folder, name]: unknown[] = [Reflect.get(Object(one), 'folder'), Reflect.get(Object(one), 'name')]
    return typeof folder === 'string' && typeof name === 'string' ? [{ folder, name }] : []
  })
}
