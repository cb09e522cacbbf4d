import { ok, type Result, readScriptPermissionField } from '@parley/model'
import { describeLocked, type Locked } from './locked.ts'
import type { SecretStore } from './secret-store.ts'

/** Thrown if the secrets cannot be decrypted; they are kept unchanged. */
export class LockedError extends Error {
  override readonly name = 'LockedError'
  readonly locked: Locked

  constructor(locked: Locked) {
    super(describeLocked(locked).sentence)
    this.locked = locked
  }
}

/** Stores the values of the secret fields of a workspace's files. */
export interface FileSecretStore {
  /**
   * Returns the values by field.
   * @throws LockedError, so that a locked secret is never treated as empty
   */
  read(fileId: string): Promise<ReadonlyMap<string, string>>
  /**
   * Returns only the script permissions; a file without any needs no key.
   * @throws LockedError
   */
  readPermissions(fileId: string): Promise<ReadonlyMap<string, string>>
  /**
   * Replaces all stored values of the file.
   * @throws LockedError
   */
  write(fileId: string, values: ReadonlyMap<string, string>): Promise<void>
}

const kind = 'file'

/** Returns the secrets of files, which are part of all secrets. */
export function fileSecrets(secrets: SecretStore): FileSecretStore {
  return {
    read: async fileId => unlocked(await secrets.getAll(kind, fileId)),
    async readPermissions(fileId) {
      const fields = new Map<string, string>()
      for (const name of unlocked(await secrets.list(kind, fileId))) {
        if (readScriptPermissionField(name) === null) continue
        const value = unlocked(await secrets.get({ kind, owner: fileId, name }))
        if (value !== null) fields.set(name, value)
      }
      return fields
    },
    async write(fileId, values) {
      unlocked(await secrets.setAll(kind, fileId, values))
    },
  }
}

type NamedSecrets = Result<readonly { readonly name: string; readonly text: string }[], Locked>

/** Returns the values in all files, each with the last part of the name of its field. */
export async function allFileSecrets(secrets: Pick<SecretStore, 'allOf'>): Promise<NamedSecrets> {
  return namedByField(await secrets.allOf(kind))
}

/** Returns the values of all secrets of the device, such as those of files and tokens, named as {@link allFileSecrets}. */
export async function allDeviceSecrets(secrets: Pick<SecretStore, 'allOf'>): Promise<NamedSecrets> {
  return namedByField(await secrets.allOf(null))
}

function namedByField(all: NamedSecrets): NamedSecrets {
  return all.ok
    ? ok(all.value.map(({ name, text }) => ({ name: name.slice(name.lastIndexOf('.') + 1), text })))
    : all
}

function unlocked<Value>(result: Result<Value, Locked>): Value {
  if (!result.ok) throw new LockedError(result.failure)
  return result.value
}
