import { type Result, readScriptPermissionField } from '@parley/model'
import { describeLocked, type Locked } from './locked.ts'
import type { SecretStore } from './secret-store.ts'

/** The secrets cannot be opened; they are kept as they are. */
export class LockedError extends Error {
  override readonly name = 'LockedError'
  readonly locked: Locked

  constructor(locked: Locked) {
    super(describeLocked(locked).sentence)
    this.locked = locked
  }
}

/** Where a workspace keeps the values of the secret fields of its files. */
export interface KeptFileSecrets {
  /** By field. @throws LockedError, so that a secret that is locked is never taken for an empty one */
  read(fileId: string): Promise<ReadonlyMap<string, string>>
  /** Of {@link read} the permissions of scripts alone; a file that has none needs no key. @throws LockedError */
  readPermissions(fileId: string): Promise<ReadonlyMap<string, string>>
  /** Puts these values in the place of all that are kept for the file. @throws LockedError */
  write(fileId: string, values: ReadonlyMap<string, string>): Promise<void>
}

const kind = 'file'

/** The secrets of files among all secrets. */
export function fileSecrets(secrets: SecretStore): KeptFileSecrets {
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

function unlocked<Value>(result: Result<Value, Locked>): Value {
  if (!result.ok) throw new LockedError(result.failure)
  return result.value
}
