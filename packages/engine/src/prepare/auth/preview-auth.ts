import type { AnyAuth } from '@parley/model'
import { type AuthPreview, nothingAdded } from './auth-preview.ts'
import { type SchemePreviews, schemePreviews } from './scheme-previews.ts'

/**
 * Returns what a scheme will add, with secrets masked. The send uses its first field, too: a row of the user
 * with that name replaces everything that the scheme adds.
 */
export function previewAuth(auth: AnyAuth, previews: SchemePreviews = schemePreviews): AuthPreview {
  return previews[auth.type]?.preview(auth) ?? nothingAdded
}
