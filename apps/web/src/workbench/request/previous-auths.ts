import type { Auth, AuthType } from '@parley/model'

/** Remembers what was typed for authorization types that are no longer selected, until they are selected again. */
export function createPreviousAuths() {
  const drafts = new Map<string, Map<AuthType, Auth>>()
  return {
    remember(draftId: string, auth: Auth): void {
      const auths = drafts.get(draftId) ?? new Map<AuthType, Auth>()
      drafts.set(draftId, auths.set(auth.type, auth))
    },
    /** Returns null if nothing was typed for the type. */
    find: (draftId: string, type: AuthType): Auth | null => drafts.get(draftId)?.get(type) ?? null,
    /** Call when the draft no longer exists. */
    forget: (draftId: string) => void drafts.delete(draftId),
  }
}
