import type { UnsavedDrafts } from '@parley/server/contract'

/**
 * The calls that prepare a draft, or show what it inherits: they use what the page shows, so the page adds what is not
 * saved. All others use what is saved.
 */
export const callsWithDrafts: ReadonlySet<string> = new Set([
  'assistant.compose',
  'auth.clearToken',
  'auth.getNewAccessToken',
  'auth.readInherited',
  'auth.readToken',
  'auth.tokenState',
  'code.prepare',
  'schemas.fetch',
  'schemas.find',
  'schemas.takeFile',
  'sends.start',
  'variables.list',
])

/** Returns the input of a call with what the window has not saved; null: everything is saved. */
export function withDrafts(path: readonly string[], input: unknown, unsaved: UnsavedDrafts | null): unknown {
  if (unsaved === null || !callsWithDrafts.has(path.join('.'))) return input
  return typeof input === 'object' && input !== null ? { ...input, unsaved } : input
}
