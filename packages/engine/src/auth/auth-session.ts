import type { AnsweredChallenge, AuthSession, HeldToken } from '../ports.ts'

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
