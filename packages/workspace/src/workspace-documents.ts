import { isDeepStrictEqual } from 'node:util'
import { errorCodeOf, type FileSystem, writeFileWhole } from '@parley/files'
import { failed, ok, type Result, type Variable } from '@parley/model'
import { type Damage, damage, maximumDocumentBytes } from './documents/damage.ts'
import { readDocument, versionOf, writeDocument } from './documents/document.ts'
import { decidedPermissions, permissionFields, withPermissions } from './secrets/kept-permissions.ts'
import type { SecretStore } from './secrets/secret-store.ts'
import { putSecretsBack, type StoredKind, takeSecrets } from './secrets/stored-format.ts'
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

/** A file of the workspace, open. */
export interface Opened<Noun> {
  readonly noun: Noun
  /** What a save of it names as its base. */
  readonly version: string
  /** Secret fields that the file lists and this machine has no value for. */
  readonly missingSecrets: readonly string[]
  /** The values of the file's secret variables, by name. */
  readonly secretVariables: ReadonlyMap<string, string>
  /**
   * Secrets with a value here that the file allows to scripts, as an older Parley wrote it, and that the user has
   * not decided about since. They are withheld.
   */
  readonly permissionsOfFile: readonly string[]
}

/** A save that was not done; where the file was changed outside, with what stands there now. */
export type SaveFailure<Noun> = WorkspaceFailure & { readonly theirs?: Opened<Noun> | null }

/** What a save takes. */
export interface SaveInput<Noun> {
  readonly noun: Noun
  /** The version that `noun` is based on; null where the file must not be there yet. */
  readonly baseVersion: string | null
  /** The values of its secret variables, by name; without them those that are kept stay. */
  readonly secretVariables?: ReadonlyMap<string, string>
}

/** As large as what is imported. */
const maximumNoteBytes = 100_000_000

const variablePrefix = 'variables.'

/** What of a file goes into the store of secrets. */
interface SecretsToKeep {
  readonly fields: ReadonlyMap<string, string>
  /** Undefined: those that are kept stay. */
  readonly secretVariables: ReadonlyMap<string, string> | undefined
  readonly stillMissing: readonly string[]
  /** What they say of scripts is kept too. */
  readonly variables: readonly Variable[]
}

function variableValues(fields: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...fields].flatMap(([field, value]) =>
      field.startsWith(variablePrefix) ? [[field.slice(variablePrefix.length), value] as const] : [],
    ),
  )
}

/** The folder that documents stand in, a workspace or one of the app data. */
export interface DocumentFolder {
  readonly files: FileSystem
  readonly identities: { idOf(path: string): string; save(): Promise<void> }
  absolute(path: string): string
  /** Whether a path of the system is in the folder once links are followed. */
  isInside(path: string): Promise<boolean>
  /** The workspace in which the files are used, if several share them: permissions of scripts hold in one. Else empty. */
  sharingWorkspace(): string
  noteDamage(path: string, damage: Damage | null): void
  /** Told of each file that was written, and of the folders to look at. */
  lookAfter(own: readonly string[], paths: readonly string[]): Promise<void>
}

/** Reads and writes single files of a folder, with their secrets elsewhere. */
export class WorkspaceDocuments {
  readonly #known: DocumentFolder
  readonly #secrets: SecretStore

  constructor(known: DocumentFolder, secrets: SecretStore) {
    this.#known = known
    this.#secrets = secrets
  }

  /** Reads the file at a path. */
  async read<Noun>(path: string, kind: StoredKind<Noun>): Promise<Result<Opened<Noun>, WorkspaceFailure>> {
    const bytes = await this.#bytes(path)
    if (!bytes.ok) return bytes
    return bytes.value === null ? failed(notFound(path)) : this.#open(path, kind, bytes.value)
  }

  /**
   * Writes the file at a path: nothing where it says so already, and nothing where it is not the version that
   * the change is based on. Resolves to the new version.
   */
  async save<Noun>(
    path: string,
    kind: StoredKind<Noun>,
    { noun, baseVersion, secretVariables }: SaveInput<Noun>,
  ): Promise<Result<string, SaveFailure<Noun>>> {
    const bytes = await this.#bytes(path)
    if (!bytes.ok) return bytes
    const isBase = (now: Uint8Array | null) => (now === null ? null : versionOf(now)) === baseVersion
    if (!isBase(bytes.value)) return failed(await this.#conflict(path, kind))
    const before =
      bytes.value === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.value)
    const without = takeSecrets(noun, kind)
    const listed = bytes.value === null ? [] : await this.#stillMissing(path, kind, bytes.value, without.noun)
    if (listed === null) return failed(secretsLocked(path))
    const secretFields = [...new Set([...without.secretFields, ...listed])].toSorted()
    const text = writeDocument({ noun: without.noun, secretFields }, kind.format, before)
    if (!text.ok) return failed(damaged(path, text.failure))
    const kept = await this.#keepSecrets(path, {
      fields: without.values,
      secretVariables,
      stillMissing: listed,
      variables: kind.variables?.of(noun) ?? [],
    })
    if (!kept.ok) return kept
    if (text.value !== before) {
      const mayReplace = async () => isBase(await this.#bytesOrNull(path))
      const written = await this.#write(path, text.value, mayReplace)
      if (!written.ok) {
        if (before === null) await this.#withdraw(path, text.value)
        return written
      }
      if (!written.value) return failed(await this.#conflict(path, kind))
      await this.#known.lookAfter([path], [parentPath(path)])
    }
    await kept.value()
    await this.#known.identities.save()
    return ok(versionOf(text.value))
  }

  /** A file that is none of the format; null where there is none, or none that can be read. */
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

  /** Writes a file that is none of the format, over one that is there. */
  async writeNote(path: string, text: string): Promise<Result<void, WorkspaceFailure>> {
    if (!isWorkspacePath(path)) return failed(notFound(path))
    const written = await this.#write(path, text, async () => true)
    return written.ok ? ok(undefined) : written
  }

  /** Reads the file at a path for its damage alone, which the tree shows then. */
  async check<Noun>(path: string, kind: StoredKind<Noun>): Promise<void> {
    const bytes = await this.#bytes(path)
    if (!bytes.ok || bytes.value === null) return
    const read = readDocument(bytes.value, kind.format)
    this.#known.noteDamage(path, read.ok ? null : read.failure)
  }

  /** Gives the copy of a file the values of its secrets. */
  async copySecrets(from: string, to: string): Promise<void> {
    const { identities } = this.#known
    const values = await this.#secrets.read(identities.idOf(from))
    if (values.size > 0) await this.#secrets.write(identities.idOf(to), values)
  }

  async #write(
    path: string,
    text: string,
    mayReplace: () => Promise<boolean>,
  ): Promise<Result<boolean, WorkspaceFailure>> {
    const folder = this.#known.absolute(parentPath(path))
    try {
      if (!(await this.#known.isInside(folder))) return failed(notFound(path))
      return ok(await writeFileWhole(this.#known.files, this.#known.absolute(path), text, { mayReplace }))
    } catch (error) {
      if (errorCodeOf(error) === '') throw error
      return failed(notWritten(path, errorCodeOf(error)))
    }
  }

  /** Takes away a new file that was told not to be written: its folder could not be synced, say. */
  async #withdraw(path: string, text: string): Promise<void> {
    const bytes = await this.#bytesOrNull(path)
    if (bytes === null || versionOf(bytes) !== versionOf(text)) return
    await this.#known.files.removeFile(this.#known.absolute(path)).catch(() => {})
  }

  /**
   * Keeps values for secret fields that the file lists and that have none here, and leaves the file as it is.
   * Empty: this machine knows that there is none.
   */
  async fillSecrets(
    path: string,
    values: ReadonlyMap<string, string>,
  ): Promise<Result<void, WorkspaceFailure>> {
    const id = this.#known.identities.idOf(path)
    try {
      await this.#secrets.write(id, new Map([...(await this.#secrets.read(id)), ...values]))
    } catch {
      return failed(secretsLocked(path))
    }
    await this.#known.identities.save()
    return ok(undefined)
  }

  /**
   * Fields that the file lists as secrets, that hold nothing in the noun and that never had a value on this
   * machine: whoever has one must find them listed after a save here. Null where the store is locked.
   */
  async #stillMissing<Noun>(
    path: string,
    kind: StoredKind<Noun>,
    bytes: Uint8Array,
    noun: Noun,
  ): Promise<readonly string[] | null> {
    const read = readDocument(bytes, kind.format)
    if (!read.ok || read.value.noun.secretFields.length === 0) return []
    try {
      const values = await this.#secrets.read(this.#known.identities.idOf(path))
      const isUnknown = (field: string) => (values.get(field) ?? '') === ''
      const listed = new Set(read.value.noun.secretFields.filter(isUnknown))
      return putSecretsBack({ noun, secretFields: [...listed] }, kind, new Map()).missing
    } catch {
      return null
    }
  }

  /**
   * New values go into the store before the file is written and old ones leave it after, so that at no
   * moment a file lists a secret that is nowhere. Resolves to the second step. A blank that is kept
   * says that there is none, and stays.
   */
  async #keepSecrets(
    path: string,
    { fields, secretVariables, stillMissing, variables }: SecretsToKeep,
  ): Promise<Result<() => Promise<void>, WorkspaceFailure>> {
    const id = this.#known.identities.idOf(path)
    try {
      const old = await this.#secrets.read(id)
      const valuesOfVariables = secretVariables ?? variableValues(old)
      const ofVariables = [...valuesOfVariables].map(
        ([name, value]) => [variablePrefix + name, value] as const,
      )
      const names = new Set(valuesOfVariables.keys())
      const permissions = permissionFields(variables, names, this.#known.sharingWorkspace(), old)
      const blanks = stillMissing.flatMap(field => (old.has(field) ? [[field, ''] as const] : []))
      const values = new Map([...fields, ...ofVariables, ...permissions, ...blanks])
      const both = new Map([...old, ...values])
      if (!isDeepStrictEqual(both, old)) await this.#secrets.write(id, both)
      return ok(async () => {
        // What stays behind is listed nowhere and goes with the next save.
        if (!isDeepStrictEqual(both, values)) await this.#secrets.write(id, values).catch(() => {})
      })
    } catch {
      return failed(secretsLocked(path))
    }
  }

  async #open<Noun>(
    path: string,
    kind: StoredKind<Noun>,
    bytes: Uint8Array,
  ): Promise<Result<Opened<Noun>, WorkspaceFailure>> {
    const read = readDocument(bytes, kind.format)
    this.#known.noteDamage(path, read.ok ? null : read.failure)
    if (!read.ok) return failed(damaged(path, read.failure))
    const { noun, version } = read.value
    let values: ReadonlyMap<string, string>
    try {
      values = await this.#secrets.read(this.#known.identities.idOf(path))
    } catch {
      return failed(secretsLocked(path))
    }
    const whole = putSecretsBack(noun, kind, values)
    const secretVariables = variableValues(values)
    const workspace = this.#known.sharingWorkspace()
    const decided = decidedPermissions(values, workspace)
    const variables = kind.variables?.of(whole.noun) ?? []
    const secretNames = new Set(variables.flatMap(one => (one.secret ? [one.name] : [])))
    return ok({
      noun: kind.variables?.with(whole.noun, withPermissions(variables, values, workspace)) ?? whole.noun,
      version,
      missingSecrets: whole.missing,
      secretVariables,
      permissionsOfFile: (noun.allowedInFile ?? []).filter(
        name => secretNames.has(name) && secretVariables.has(name) && !decided.has(name),
      ),
    })
  }

  async #conflict<Noun>(path: string, kind: StoredKind<Noun>): Promise<SaveFailure<Noun>> {
    const theirs = await this.read(path, kind)
    if (theirs.ok) return { ...fileChanged(path), theirs: theirs.value }
    if (theirs.failure.code === 'NOT_FOUND') return { ...fileChanged(path), theirs: null }
    return theirs.failure
  }

  async #bytesOrNull(path: string): Promise<Uint8Array | null> {
    const bytes = await this.#bytes(path)
    return bytes.ok ? bytes.value : null
  }

  /** Null where no file stands; a link is refused, as it could lead out of the workspace. */
  async #bytes(path: string): Promise<Result<Uint8Array | null, WorkspaceFailure>> {
    if (!isWorkspacePath(path)) return failed(notFound(path))
    const absolute = this.#known.absolute(path)
    try {
      const info = await this.#known.files.linkInfo(absolute)
      if (info === null) return ok(null)
      if (info.kind === 'link') return failed(damaged(path, damage('LINK')))
      if (info.sizeBytes > maximumDocumentBytes) return failed(damaged(path, damage('TOO_LARGE')))
      if (!(await this.#known.isInside(absolute))) return failed(notFound(path))
      return ok(await this.#known.files.read(absolute))
    } catch (error) {
      if (errorCodeOf(error) === '') throw error
      return failed(notRead(path, errorCodeOf(error)))
    }
  }
}
