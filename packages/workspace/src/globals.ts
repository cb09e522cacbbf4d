import { join } from 'node:path'
import { type FileSystem, type FolderWatch, OneAfterTheOther } from '@parley/files'
import { ok, type Result, type Variable } from '@parley/model'
import type { SecretStore } from './secrets/secret-store.ts'
import { globalsKind } from './secrets/stored-format.ts'
import { type Opened, type SaveFailure, type SaveInput, WorkspaceDocuments } from './workspace-documents.ts'
import type { WorkspaceFailure } from './workspace-failure.ts'

const fileName = 'globals.yml'

/** The owner ID of the globals in the store of secrets. */
const secretsOwner = 'globals'

type Variables = readonly Variable[]

/** The open global variables; the version is null if there is no file yet. */
export type OpenedGlobals = Omit<Opened<Variables>, 'version'> & { readonly version: string | null }

/**
 * Reads and saves the variables shared by all workspaces (behaviour, Storage): `globals.yml` of the
 * app data.
 */
export class Globals {
  readonly #files: FileSystem
  readonly #path: string
  readonly #documents: WorkspaceDocuments
  readonly #queue = new OneAfterTheOther()
  /** The last known state of the file, so that a watch reports only the changes of other programs. */
  #seen = ''

  #workspaceFolder: string

  /**
   * @param folder the folder of the app data, absolute
   * @param workspaceFolder the workspace that uses the globals, to which script permissions belong
   */
  constructor(files: FileSystem, folder: string, secrets: SecretStore, workspaceFolder: string) {
    this.#workspaceFolder = workspaceFolder
    this.#files = files
    this.#path = join(folder, fileName)
    this.#documents = new WorkspaceDocuments(
      {
        files,
        identities: { idOf: () => secretsOwner, save: async () => {} },
        absolute: path => (path === '' ? folder : join(folder, path)),
        isInside: async () => true,
        sharingWorkspace: () => this.#workspaceFolder,
        noteDamage: () => {},
        scanAfterOwnChange: async () => {
          this.#seen = await this.#stamp()
        },
      },
      secrets,
    )
  }

  /** Switches to another workspace. */
  useIn(workspaceFolder: string): void {
    this.#workspaceFolder = workspaceFolder
  }

  /** Returns the file's text, which contains no value of a secret; null if there is no file yet. */
  async fileText(): Promise<string | null> {
    if ((await this.#files.linkInfo(this.#path)) === null) return null
    return new TextDecoder().decode(await this.#files.read(this.#path))
  }

  async read(): Promise<Result<OpenedGlobals, WorkspaceFailure>> {
    const read = await this.#documents.read(fileName, globalsKind)
    if (read.ok || read.failure.code !== 'NOT_FOUND') return read
    return ok({
      entity: [],
      version: null,
      file: null,
      missingSecrets: [],
      secretVariables: new Map(),
      permissionsOfFile: [],
      examples: [],
    })
  }

  /**
   * Saves the globals. Writes nothing if the file is not the version that the change is based on. Resolves to
   * the new version.
   */
  save(input: SaveInput<Variables>): Promise<Result<string, SaveFailure<Variables>>> {
    return this.#queue.run('', () => this.#documents.save(fileName, globalsKind, input))
  }

  /**
   * Reports changes of other programs to the file.
   * @returns a function that ends the watch
   */
  watch(onChange: () => void): () => void {
    let watch: FolderWatch | null = null
    const scan = () =>
      this.#queue.run('', async () => {
        const stamp = await this.#stamp()
        if (stamp === this.#seen) return
        this.#seen = stamp
        onChange()
      })
    void this.#queue.run('', async () => {
      this.#seen = await this.#stamp()
    })
    try {
      // If the system has no watch left, each send still reads the file again.
      watch = this.#files.watch(
        join(this.#path, '..'),
        () => void scan(),
        () => watch?.close(),
      )
    } catch {
      return () => {}
    }
    return () => watch?.close()
  }

  async #stamp(): Promise<string> {
    const info = await this.#files.linkInfo(this.#path).catch(() => null)
    return info === null ? '' : `${info.identity} ${info.modifiedMs} ${info.sizeBytes}`
  }
}
