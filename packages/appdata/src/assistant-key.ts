import { nodeFiles } from '@parley/files'
import { assistantOrigin, failed, ok, type Result } from '@parley/model'
import { usedKeychain } from './secrets/keychain.ts'
import type { Locked } from './secrets/locked.ts'
import { SecretStore } from './secrets/secret-store.ts'
import { Vault } from './secrets/vault.ts'

const kind = 'assistant'
const owner = 'service'

/** The API keys of the assistant's services, sealed in the app data. A key belongs to the origin of its address. */
export class AssistantKeys {
  readonly #secrets: Pick<SecretStore, 'get' | 'set' | 'delete'>

  constructor(secrets: Pick<SecretStore, 'get' | 'set' | 'delete'>) {
    this.#secrets = secrets
  }

  /** Returns the key of an address; empty if there is none. */
  async read(address: string): Promise<Result<string, Locked>> {
    const name = assistantOrigin(address)
    if (name === '') return ok('')
    const found = await this.#secrets.get({ kind, owner, name })
    return found.ok ? ok(found.value ?? '') : failed(found.failure)
  }

  /** Stores the key of an address; an empty one is deleted. */
  async write(address: string, key: string): Promise<Result<null, Locked>> {
    const name = assistantOrigin(address)
    if (name === '') return ok(null)
    if (key === '') return this.#secrets.delete({ kind, owner, name })
    return this.#secrets.set({ kind, owner, name }, key)
  }
}

/** Reads the key of an address without writing anything, even while Parley is running. */
export function readAssistantKey(appDataFolder: string, address: string): Promise<Result<string, Locked>> {
  // A reader must not create a new key in place of a missing one.
  const vault = new Vault({ folder: appDataFolder, keychain: usedKeychain, isInUse: async () => true })
  return new AssistantKeys(new SecretStore(appDataFolder, vault, nodeFiles)).read(address)
}
