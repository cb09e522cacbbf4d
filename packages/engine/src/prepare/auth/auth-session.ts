/** The state of authorization that is kept between sends. */
export interface AuthSession {
  readonly tokens: TokenStore
  readonly challenges: ChallengeStore
}

/**
 * Tokens of OAuth 2.0. A host may keep them across restarts if it encrypts them. The key represents the
 * settings of the authorization, so requests with the same settings, inherited or not, share a token.
 */
export interface TokenStore {
  held(key: string): Promise<HeldToken | null>
  hold(key: string, token: HeldToken): Promise<void>
  /** Removes a token (behaviour 5.2). */
  clear(key: string): Promise<void>
}

export interface HeldToken {
  readonly accessToken: string
  /** Empty if the server gave none. */
  readonly idToken: string
  /** Empty if the server gave none. */
  readonly refreshToken: string
  /** Milliseconds since the epoch; null if the server named no expiry. */
  readonly expiresAt: number | null
}

/**
 * The latest challenge of each server and user, used again for each request (RFC 7616 §3.6). Kept in memory
 * only.
 */
export interface ChallengeStore {
  get(key: string): AnsweredChallenge | undefined
  set(key: string, challenge: AnsweredChallenge): void
}

export interface AnsweredChallenge {
  /** Values as the server wrote them, names in lower case. */
  readonly parameters: ReadonlyMap<string, string>
  /** The number of requests sent with its nonce. */
  readonly nonceCount: number
  /** The client nonce, the same for all requests with a nonce, as the session algorithms require. */
  readonly cnonce: string
}

/** Returns a session that keeps tokens and challenges in memory, until the program ends. */
export function authSessionInMemory(): AuthSession {
  const tokens = new Map<string, HeldToken>()
  const challenges = new Map<string, AnsweredChallenge>()
  return {
    tokens: {
      held: async key => tokens.get(key) ?? null,
      async hold(key, token) {
        tokens.set(key, token)
      },
      async clear(key) {
        tokens.delete(key)
      },
    },
    challenges,
  }
}
