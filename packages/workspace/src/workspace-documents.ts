import { isDeepStrictEqual } from 'node:util'
import { type AtomicWriteOptions, errorCodeOf, type FileSystem, writeFileAtomically } from '@parley/files'
import { failed, ok, type Result, type Variable } from '@parley/model'
import { contentVersion } from './documents/content-version.ts'
import { type Damage, damage, maximumDocumentBytes } from './documents/damage.ts'
import { versionOf } from './documents/document.ts'
import { readAnyDocument, writeAnyDocument } from './documents/long-documents.ts'
import type { IntentJournal } from './identity/intent-journal.ts'
import { decidedPermissions, permissionFields, withPermissions } from './secrets/kept-permissions.ts'
import type { SecretStore } from './secrets/secret-store.ts'
import { stagedValues, valuesAt } from './secrets/staged-secrets.ts'
import { putSecretsBack, type StoredKind, takeSecrets, type WithoutSecrets } from './secrets/stored-format.ts'
import type { ListedExample } from './tree/listed-examples.ts'
import { isWorkspacePath, parentPath } from './tree/workspace-path.ts'
import {
  damaged,
  fileChanged,
  notFound,
  notRead,
  notWritten,
  secretsLocked,
  type WorkspaceFailure,
} from './workspace-failure.ts'

/** An open file of the workspace. */
export interface Opened<Entity> {
  readonly entity: Entity
  /** The version that a save names as its base. */
  readonly version: string
  /** Null: there is no file yet. */
  readonly file: OpenedFile | null
  /** Secret fields that the file lists but that have no value on this machine. */
  readonly missingSecrets: readonly string[]
  /** The values of the file's secret variables, by name. */
  readonly secretVariables: ReadonlyMap<string, string>
  /**
   * Secrets with a value on this device that the file allows to scripts (as an older Parley wrote it) and
   * about which the user has not decided yet. They are withheld.
   */
  readonly permissionsOfFile: readonly string[]
  /** The examples of a request, as the tree lists them. */
  readonly examples: readonly ListedExample[]
}

/** Who wrote a file last; `unknown`: it was written before the workspace was opened. */
export type SavedBy = 'parley' | 'anotherProgram' | 'unknown'

/** The file that was read. */
export interface OpenedFile {
  /** Its path in the workspace or in the app data. */
  readonly path: string
  /** Milliseconds since 1970. */
  readonly savedAtMs: number
  readonly savedBy: SavedBy
}

/** The failure of a save; if another program changed the file, with its present content. */
export type SaveFailure<Entity> = WorkspaceFailure & { readonly theirs?: Opened<Entity> | null }

/** The input of a save. */
export interface SaveInput<Entity> {
  readonly entity: Entity
  /** The version that `entity` is based on; null if the file must not exist yet. */
  readonly baseVersion: string | null
  /** The values of its secret variables, by name; if absent, the stored values are kept. */
  readonly secretVariables?: ReadonlyMap<string, string>
  /**
   * Whether to keep what commands on the layout change as the file has it, which may have changed since `entity` was
   * read.
   */
  readonly keepsLayout?: boolean
}

/** As large as the largest import. */
const maximumNoteBytes = 100_000_000

const variablePrefix = 'variables.'

function variableValues(fields: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...fields].flatMap(([field, value]) =>
      field.startsWith(variablePrefix) ? [[field.slice(variablePrefix.length), value] as const] : [],
    ),
  )
}

/** The folder that contains documents: a workspace or a folder of the app data. */
export interface DocumentFolder {
  readonly files: FileSystem
  readonly identities: { idOf(path: string): string; save(): Promise<void> }
  absolute(path: string): string
  /** Returns whether a system path is in the folder once links are resolved. */
  isInside(path: string): Promise<boolean>
  /**
   * Returns the workspace that uses the files if several share them, because script permissions belong to one
   * workspace. Otherwise empty.
   */
  sharingWorkspace(): string
  noteDamage(path: string, damage: Damage | null): void
  /** Called with each file that was written, and with the folders to scan. */
  scanAfterOwnChange(own: readonly string[], paths: readonly string[]): Promise<void>
}

/** The bytes of a file and the time of its last save, in milliseconds since 1970. */
interface FileBytes {
  readonly bytes: Uint8Array
  readonly savedAtMs: number
}

/** The file found by a save. */
interface PresentFile<Entity> {
  readonly text: string
  readonly stored: WithoutSecrets<Entity>
}

/** The number of files that are remembered as written by Parley. */
const notedWrites = 10_000

/** A change of the secrets of one file; the versions are those of its bytes. */
interface SecretChange {
  readonly baseVersion: string | null
  readonly version: string
  readonly fields: ReadonlyMap<string, string>
  /** Undefined: the stored values are kept. */
  readonly secretVariables: ReadonlyMap<string, string> | undefined
  /** Values of secret variables that the replaced file has, which are newer than the stored ones. */
  readonly textsInFile: ReadonlyMap<string, string>
  readonly stillMissing: readonly string[]
  /** The variables, whose script permissions are stored too. */
  readonly variables: readonly Variable[]
}

/** What to do with stored secrets once the file is written, or is not. */
interface SecretSteps {
  finish(): Promise<void>
  undo(): Promise<void>
}

const noTexts: ReadonlyMap<string, string> = new Map()

const noSteps: SecretSteps = { finish: async () => {}, undo: async () => {} }

/** Makes the creation of a file safe from a kill. */
type Creation = Pick<IntentJournal, 'create'>

/** Reads and writes single files of a folder, whose secrets are stored elsewhere. */
export class WorkspaceDocuments {
  readonly #known: DocumentFolder
  readonly #secrets: SecretStore
  readonly #creation: Creation
  readonly #openedAtMs = Date.now()
  /** The version of the bytes written last, by the ID of the file, which survives a move. */
  readonly #written = new Map<string, string>()

  /** @param creation set for a folder whose files have their own IDs */
  constructor(
    known: DocumentFolder,
    secrets: SecretStore,
    creation: Creation = { create: (_, act) => act() },
  ) {
    this.#known = known
    this.#secrets = secrets
    this.#creation = creation
  }

  /** Reads the file at a path. */
  async read<Entity>(
    path: string,
    kind: StoredKind<Entity>,
  ): Promise<Result<Opened<Entity>, WorkspaceFailure>> {
    const bytes = await this.#bytes(path)
    if (!bytes.ok) return bytes
    return bytes.value === null ? failed(notFound(path)) : this.#open(path, kind, bytes.value)
  }

  /**
   * Writes the file at a path. Writes nothing if the content is unchanged, or if the file is not the version
   * that the change is based on. Resolves to the new version.
   */
  async save<Entity>(
    path: string,
    kind: StoredKind<Entity>,
    input: SaveInput<Entity>,
  ): Promise<Result<string, SaveFailure<Entity>>> {
    const present = await this.#present(path, kind)
    if (!present.ok) return present
    const { value } = present
    const version = value === null ? null : contentVersion(value.stored, kind)
    if (version !== input.baseVersion) return failed(await this.#conflict(path, kind))
    const saving = () => this.#save(path, kind, input, value)
    return value === null ? this.#creation.create(path, saving) : saving()
  }

  async #save<Entity>(
    path: string,
    kind: StoredKind<Entity>,
    { entity, secretVariables, keepsLayout = false }: SaveInput<Entity>,
    present: PresentFile<Entity> | null,
  ): Promise<Result<string, SaveFailure<Entity>>> {
    const before = present?.text ?? null
    const baseVersion = before === null ? null : versionOf(before)
    const from = keepsLayout ? present?.stored.entity : undefined
    const ordered = from === undefined ? entity : (kind.layout?.keep(entity, from) ?? entity)
    const without = takeSecrets(ordered, kind)
    const listed = present === null ? [] : await this.#stillMissing(path, kind, present, without.entity)
    if (listed === null) return failed(secretsLocked(path))
    const saved = {
      entity: without.entity,
      secretFields: [...new Set([...without.secretFields, ...listed])].toSorted(),
    }
    const text = await writeAnyDocument(saved, kind.format, before)
    if (!text.ok) return failed(damaged(path, text.failure))
    const version = versionOf(text.value)
    const kept = await this.#keepSecrets(path, {
      baseVersion,
      version,
      fields: without.values,
      secretVariables,
      textsInFile: present?.stored.textsInFile ?? noTexts,
      stillMissing: listed,
      variables: kind.variables?.of(entity) ?? [],
    })
    if (!kept.ok) return kept
    if (text.value !== before) {
      const written = await this.#replace(path, kind, text.value, baseVersion)
      if (!written.ok) {
        await kept.value.undo()
        return written
      }
      this.#noteWritten(path, version)
      await this.#known.scanAfterOwnChange([path], [parentPath(path)])
    }
    await kept.value.finish()
    await this.#known.identities.save()
    return ok(contentVersion(saved, kind))
  }

  #noteWritten(path: string, version: string): void {
    const id = this.#known.identities.idOf(path)
    this.#written.delete(id)
    this.#written.set(id, version)
    const [oldest] = this.#written.keys()
    if (oldest !== undefined && this.#written.size > notedWrites) this.#written.delete(oldest)
  }

  #savedBy(path: string, version: string, savedAtMs: number): SavedBy {
    if (this.#written.get(this.#known.identities.idOf(path)) === version) return 'parley'
    return savedAtMs < this.#openedAtMs ? 'unknown' : 'anotherProgram'
  }

  /** Returns null if there is no file. */
  async #present<Entity>(
    path: string,
    kind: StoredKind<Entity>,
  ): Promise<Result<PresentFile<Entity> | null, WorkspaceFailure>> {
    const bytes = await this.#bytes(path)
    if (!bytes.ok || bytes.value === null) return bytes.ok ? ok(null) : bytes
    const read = await readAnyDocument(bytes.value.bytes, kind.format)
    this.#known.noteDamage(path, read.ok ? null : read.failure)
    if (!read.ok) return failed(damaged(path, read.failure))
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.value.bytes)
    return ok({ text, stored: read.value.entity })
  }

  /** Replaces the bytes that a text is based on; fails if the file has other bytes. */
  async #replace<Entity>(
    path: string,
    kind: StoredKind<Entity>,
    text: string,
    baseVersion: string | null,
  ): Promise<Result<void, SaveFailure<Entity>>> {
    const mayReplace = async () => versionOrNull(await this.#bytesOrNull(path)) === baseVersion
    const written = await this.#write(path, text, baseVersion === null ? { mustBeNew: true } : { mayReplace })
    if (written.ok && written.value) return ok(undefined)
    if (baseVersion !== null) return failed(written.ok ? await this.#conflict(path, kind) : written.failure)
    if (!written.ok) {
      await this.#withdraw(path, text)
      return written
    }
    const theirs = await this.read(path, kind)
    return failed(theirs.ok ? { ...fileChanged(path), theirs: theirs.value } : fileChanged(path))
  }

  /** Reads a file that does not belong to the format; null if it is missing or unreadable. */
  async readNote(path: string): Promise<string | null> {
    const absolute = this.#known.absolute(path)
    try {
      const info = await this.#known.files.linkInfo(absolute)
      if (info?.kind !== 'file' || info.sizeBytes > maximumNoteBytes || !isWorkspacePath(path)) return null
      if (!(await this.#known.isInside(absolute))) return null
      return new TextDecoder().decode(await this.#known.files.read(absolute))
    } catch (error) {
      if (errorCodeOf(error) === '') throw error
      return null
    }
  }

  /** Writes a file that does not belong to the format, replacing an existing one. */
  async writeNote(path: string, text: string): Promise<Result<void, WorkspaceFailure>> {
    if (!isWorkspacePath(path)) return failed(notFound(path))
    const written = await this.#write(path, text, {})
    return written.ok ? ok(undefined) : written
  }

  /** Reads the file at a path only to find damage, which the tree then shows. */
  async check<Entity>(path: string, kind: StoredKind<Entity>): Promise<void> {
    const bytes = await this.#bytes(path)
    if (!bytes.ok || bytes.value === null) return
    const read = await readAnyDocument(bytes.value.bytes, kind.format)
    this.#known.noteDamage(path, read.ok ? null : read.failure)
  }

  /** Copies the secret values to the copy of a file, which already has an ID. */
  async copySecrets(from: string, copyId: string): Promise<Result<void, WorkspaceFailure>> {
    const bytes = await this.#bytesOrNull(from)
    try {
      const values = await this.#secretsOf(from, versionOrNull(bytes))
      if (values.size > 0) await this.#secrets.write(copyId, values)
      return ok(undefined)
    } catch {
      return failed(secretsLocked(from))
    }
  }

  /** Returns the secret values that belong to a version of a file. */
  async #secretsOf(path: string, version: string | null): Promise<ReadonlyMap<string, string>> {
    return valuesAt(await this.#secrets.read(this.#known.identities.idOf(path)), version)
  }

  /** Writes a file. Resolves to false if another file has taken the path. */
  async #write(
    path: string,
    text: string,
    options: AtomicWriteOptions,
  ): Promise<Result<boolean, WorkspaceFailure>> {
    const folder = this.#known.absolute(parentPath(path))
    try {
      if (!(await this.#known.isInside(folder))) return failed(notFound(path))
      return ok(await writeFileAtomically(this.#known.files, this.#known.absolute(path), text, options))
    } catch (error) {
      if (errorCodeOf(error) === '') throw error
      if (options.mustBeNew && errorCodeOf(error) === 'EEXIST') return ok(false)
      return failed(notWritten(path, errorCodeOf(error)))
    }
  }

  /**
   * Removes a new file whose write was reported as failed, for example because its folder could not be
   * synced.
   */
  async #withdraw(path: string, text: string): Promise<void> {
    const bytes = await this.#bytesOrNull(path)
    if (bytes === null || versionOf(bytes) !== versionOf(text)) return
    await this.#known.files.removeFile(this.#known.absolute(path)).catch(() => {})
  }

  /**
   * Stores values for secret fields that the file lists and that have none on this machine; the file is not
   * changed. An empty value means that this machine knows that there is none.
   */
  async fillSecrets(
    path: string,
    values: ReadonlyMap<string, string>,
  ): Promise<Result<void, WorkspaceFailure>> {
    const version = versionOrNull(await this.#bytesOrNull(path))
    try {
      const old = await this.#secretsOf(path, version)
      await this.#secrets.write(this.#known.identities.idOf(path), new Map([...old, ...values]))
    } catch {
      return failed(secretsLocked(path))
    }
    await this.#known.identities.save()
    return ok(undefined)
  }

  /**
   * Returns the fields that the file lists as secrets, that are empty in the entity and that never had a value
   * on this machine: they must stay listed for machines that have a value. Returns null if the store is
   * locked.
   */
  async #stillMissing<Entity>(
    path: string,
    kind: StoredKind<Entity>,
    { text, stored }: PresentFile<Entity>,
    entity: Entity,
  ): Promise<readonly string[] | null> {
    if (stored.secretFields.length === 0) return []
    try {
      const values = await this.#secretsOf(path, versionOf(text))
      const isUnknown = (field: string) => (values.get(field) ?? '') === ''
      const listed = new Set(stored.secretFields.filter(isUnknown))
      return putSecretsBack({ entity, secretFields: [...listed] }, kind, new Map()).missing
    } catch {
      return null
    }
  }

  /**
   * Stores new values before the file is written and removes old ones afterwards, so that a file never lists
   * a secret without a value or with one of another version. Resolves to the second step. A stored blank
   * means that there is no value, and is kept.
   */
  async #keepSecrets(path: string, change: SecretChange): Promise<Result<SecretSteps, WorkspaceFailure>> {
    const { baseVersion, version, fields, secretVariables, textsInFile, stillMissing } = change
    const id = this.#known.identities.idOf(path)
    try {
      const stored = await this.#secrets.read(id)
      const old = valuesAt(stored, baseVersion)
      const valuesOfVariables = secretVariables ?? new Map([...variableValues(old), ...textsInFile])
      const variables = [...valuesOfVariables].map(([name, value]) => [variablePrefix + name, value] as const)
      const names = new Set(valuesOfVariables.keys())
      const permissions = permissionFields(change.variables, names, this.#known.sharingWorkspace(), old)
      const blanks = stillMissing.flatMap(field => (old.has(field) ? [[field, ''] as const] : []))
      const values = new Map([...fields, ...variables, ...permissions, ...blanks])
      if (isDeepStrictEqual(values, stored)) return ok(noSteps)
      if (version === baseVersion || baseVersion === null) {
        await this.#secrets.write(id, values)
        return ok(noSteps)
      }
      await this.#secrets.write(id, stagedValues(old, values, version))
      // Remaining values belong to a version that does not exist; the next save removes them.
      return ok({
        finish: () => this.#secrets.write(id, values).catch(() => {}),
        undo: () => this.#secrets.write(id, old).catch(() => {}),
      })
    } catch {
      return failed(secretsLocked(path))
    }
  }

  async #open<Entity>(
    path: string,
    kind: StoredKind<Entity>,
    file: FileBytes,
  ): Promise<Result<Opened<Entity>, WorkspaceFailure>> {
    const read = await readAnyDocument(file.bytes, kind.format)
    this.#known.noteDamage(path, read.ok ? null : read.failure)
    if (!read.ok) return failed(damaged(path, read.failure))
    const { entity } = read.value
    const bytesVersion = versionOf(file.bytes)
    let values: ReadonlyMap<string, string>
    try {
      values = await this.#secretsOf(path, bytesVersion)
    } catch {
      return failed(secretsLocked(path))
    }
    const whole = putSecretsBack(entity, kind, values)
    // A text in the file is newer than the stored value: another client wrote it.
    const secretVariables = new Map([...variableValues(values), ...(entity.textsInFile ?? noTexts)])
    const workspace = this.#known.sharingWorkspace()
    const decided = decidedPermissions(values, workspace)
    const variables = kind.variables?.of(whole.entity) ?? []
    const secretNames = new Set(variables.flatMap(one => (one.secret ? [one.name] : [])))
    return ok({
      entity:
        kind.variables?.with(whole.entity, withPermissions(variables, values, workspace)) ?? whole.entity,
      // Computed on demand: a run reads thousands of files and saves none.
      get version() {
        return contentVersion(entity, kind)
      },
      file: {
        path,
        savedAtMs: Math.trunc(file.savedAtMs),
        savedBy: this.#savedBy(path, bytesVersion, file.savedAtMs),
      },
      missingSecrets: whole.missing,
      secretVariables,
      permissionsOfFile: (entity.allowedInFile ?? []).filter(
        name => secretNames.has(name) && secretVariables.has(name) && !decided.has(name),
      ),
      examples: kind.examplesIn?.(file.bytes, entity.entity) ?? [],
    })
  }

  async #conflict<Entity>(path: string, kind: StoredKind<Entity>): Promise<SaveFailure<Entity>> {
    const theirs = await this.read(path, kind)
    if (theirs.ok) return { ...fileChanged(path), theirs: theirs.value }
    if (theirs.failure.code === 'NOT_FOUND') return { ...fileChanged(path), theirs: null }
    return theirs.failure
  }

  async #bytesOrNull(path: string): Promise<Uint8Array | null> {
    const bytes = await this.#bytes(path)
    return bytes.ok ? (bytes.value?.bytes ?? null) : null
  }

  /** Returns null if there is no file; a link is refused, because it could lead out of the workspace. */
  async #bytes(path: string): Promise<Result<FileBytes | null, WorkspaceFailure>> {
    if (!isWorkspacePath(path)) return failed(notFound(path))
    const absolute = this.#known.absolute(path)
    try {
      const info = await this.#known.files.linkInfo(absolute)
      if (info === null) return ok(null)
      if (info.kind === 'link') return failed(damaged(path, damage('LINK')))
      if (info.sizeBytes > maximumDocumentBytes) return failed(damaged(path, damage('TOO_LARGE')))
      if (!(await this.#known.isInside(absolute))) return failed(notFound(path))
      return ok({ bytes: await this.#known.files.read(absolute), savedAtMs: info.modifiedMs })
    } catch (error) {
      if (errorCodeOf(error) === '') throw error
      return failed(notRead(path, errorCodeOf(error)))
    }
  }
}

/** Returns the version of the file; null for no file. */
function versionOrNull(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : versionOf(bytes)
}
