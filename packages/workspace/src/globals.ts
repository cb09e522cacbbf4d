import { join } from 'node:path'
import { type FileSystem, type FolderWatch, OneAfterTheOther } from '@parley/files'
import { ok, type Result, type Variable } from '@parley/model'
import type { SecretStore } from './secrets/secret-store.ts'
import { globalsKind } from './secrets/stored-format.ts'
import { type Opened, type SaveFailure, type SaveInput, WorkspaceDocuments } from './workspace-documents.ts'
import type { WorkspaceFailure } from './workspace-failure.ts'

const fileName = 'globals.yml'

/** Whose secrets those of the globals are. */
const secretsOwner = 'globals'

type Variables = readonly Variable[]

/** The global variables, open; the version is null where there is no file yet. */
export type OpenedGlobals = Omit<Opened<Variables>, 'version'> & { readonly version: string | null }

/** The variables of every workspace (product decisions, Storage): `globals.yml` of the app data. */
export class Globals {
  readonly #files: FileSystem
  readonly #path: string
  readonly #documents: WorkspaceDocuments
  readonly #queue = new OneAfterTheOther()
  /** What of the file is known already, so that a watch tells of others alone. */
  #seen = ''

  #workspaceFolder: string

  /**
   * @param folder of the app data, absolute
   * @param workspaceFolder of the workspace that uses them, in which permissions of scripts hold
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
        lookAfter: async () => {
          this.#seen = await this.#stamp()
        },
      },
      secrets,
    )
  }

  /** Another workspace uses them from now on. */
  useIn(workspaceFolder: string): void {
    this.#workspaceFolder = workspaceFolder
  }

  /** The file as it is, in which no value of a secret stands; null: there is none yet. */
  async fileText(): Promise<string | null> {
    if ((await this.#files.linkInfo(this.#path)) === null) return null
    return new TextDecoder().decode(await this.#files.read(this.#path))
  }

  async read(): Promise<Result<OpenedGlobals, WorkspaceFailure>> {
    const read = await this.#documents.read(fileName, globalsKind)
    if (read.ok || read.failure.code !== 'NOT_FOUND') return read
    return ok({
      noun: [],
      version: null,
      file: null,
      missingSecrets: [],
      secretVariables: new Map(),
      permissionsOfFile: [],
    })
  }

  /** Writes nothing where the file is not the version that the change is based on. Resolves to the new version. */
  save(input: SaveInput<Variables>): Promise<Result<string, SaveFailure<Variables>>> {
    return this.#queue.run('', () => this.#documents.save(fileName, globalsKind, input))
  }

  /** Tells of what others change in the file. @returns what ends that */
  watch(onChange: () => void): () => void {
    let watch: FolderWatch | null = null
    const look = () =>
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
      // Where the system has no watch left, the file is read anew by each send all the same.
      watch = this.#files.watch(
        join(this.#path, '..'),
        () => void look(),
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
