import type { SecretStore } from '@parley/appdata'
import type { HeldToken, TokenStore } from '@parley/engine'
import { logFault } from '../log-fault.ts'

const kind = 'token'
const owner = 'oauth2'

/**
 * OAuth 2.0 tokens, encrypted in the app data, so that they survive a restart. If the app data is locked or
 * the disk fails, a token is kept in memory until the server stops.
 */
export class StoredTokens implements TokenStore {
  readonly #secrets: SecretStore
  readonly #onChange: () => void
  readonly #known = new Map<string, HeldToken>()

  constructor(secrets: SecretStore, onChange: () => void) {
    this.#secrets = secrets
    this.#onChange = onChange
  }

  async held(key: string): Promise<HeldToken | null> {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const kept = await this.#secrets.get({ kind, owner, name: key })
    const token = kept.ok && kept.value !== null ? readToken(kept.value) : null
    if (token !== null) this.#known.set(key, token)
    return token
  }

  async hold(key: string, token: HeldToken): Promise<void> {
    this.#known.set(key, token)
    this.#onChange()
    await this.#keeping(this.#secrets.set({ kind, owner, name: key }, JSON.stringify(token)))
  }

  async clear(key: string): Promise<void> {
    this.#known.delete(key)
    await this.#keeping(this.#secrets.delete({ kind, owner, name: key }))
    this.#onChange()
  }

  /** Waits for a token to be stored. A failure is ignored, as the send that needs the token must not fail. */
  async #keeping(kept: Promise<unknown>): Promise<void> {
    try {
      await kept
    } catch (error) {
      logFault('keeping a token', error)
    }
  }
}

/** Returns null for the format of another version. */
function readToken(text: string): HeldToken | null {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return null
  const { accessToken, idToken, refreshToken, expiresAt } = value as Partial<Record<string, unknown>>
  const isToken =
    typeof accessToken === 'string' && typeof idToken === 'string' && typeof refreshToken === 'string'
  if (!isToken || (expiresAt !== null && typeof expiresAt !== 'number')) return null
  return { accessToken, idToken, refreshToken, expiresAt }
}
