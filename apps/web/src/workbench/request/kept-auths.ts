import type { Auth, AuthType } from '@parley/model'

/** What was typed under authorization types that are no longer chosen; choosing one again brings it back. */
export function createKeptAuths() {
  const drafts = new Map<string, Map<AuthType, Auth>>()
  return {
    keep(draftId: string, auth: Auth): void {
      const kept = drafts.get(draftId) ?? new Map<AuthType, Auth>()
      drafts.set(draftId, kept.set(auth.type, auth))
    },
    /** Null where nothing was typed under it. */
    kept: (draftId: string, type: AuthType): Auth | null => drafts.get(draftId)?.get(type) ?? null,
    /** Their draft is gone. */
    forget: (draftId: string) => void drafts.delete(draftId),
  }
}
