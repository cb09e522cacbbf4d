import type { AnyAuth } from '@parley/model'
import { type AuthPreview, nothingAdded } from './auth-preview.ts'
import { type SchemePreviews, schemePreviews } from './scheme-previews.ts'

/**
 * What each scheme will add, secrets masked. The rule of who gives way to whom reads it as well: an own
 * row with the name of the first field takes the place of the whole.
 */
export function previewAuth(auth: AnyAuth, previews: SchemePreviews = schemePreviews): AuthPreview {
  return previews[auth.type]?.preview(auth) ?? nothingAdded
}
