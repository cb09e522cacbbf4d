import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface FoundAgainOptions {
  /** The key of the app data, which windows got at their start. */
  readonly key: string
  readonly token: string
  /** `127.0.0.1:PORT`; known only once the server listens. */
  host(): string
}

/** Of questions that wait for their window; more are those of somebody who only asks. */
const maxQuestions = 100

/** Base64url of 32 bytes. */
const nonce = /^[\w-]{43}$/

/**
 * Gives the token of this start to windows of an earlier one. The server proves first that it has the key of the app data,
 * the window then; both proofs name the host, so that a program on another port cannot pass them on. What only asks
 * learns nothing.
 */
export class FoundAgain {
  readonly #options: FoundAgainOptions
  readonly #questions = new Set<string>()

  constructor(options: FoundAgainOptions) {
    this.#options = options
  }

  /** Answers a window's nonce with a proof and a nonce of the server; null if it is none. */
  prove(windowNonce: string): { readonly nonce: string; readonly proof: string } | null {
    if (!nonce.test(windowNonce)) return null
    const own = randomBytes(32).toString('base64url')
    this.#questions.add(own)
    const oldest = this.#questions.values().next().value
    if (this.#questions.size > maxQuestions && oldest !== undefined) this.#questions.delete(oldest)
    return { nonce: own, proof: this.#proof('server', windowNonce, own) }
  }

  /** Returns the token for a window's proof of a nonce of the server, once; null if it is wrong. */
  tokenFor(serverNonce: string, proof: string): string | null {
    if (!this.#questions.delete(serverNonce)) return null
    const expected = Buffer.from(this.#proof('window', serverNonce))
    const given = Buffer.from(proof)
    return given.byteLength === expected.byteLength && timingSafeEqual(given, expected)
      ? this.#options.token
      : null
  }

  #proof(from: 'server' | 'window', ...nonces: readonly string[]): string {
    const { key, host } = this.#options
    const text = [`parley ${from}`, host(), ...nonces].join('\n')
    return createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url')
  }
}
