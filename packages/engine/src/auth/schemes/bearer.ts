import { type BearerAuth, ok } from '@parley/model'
import { authorizationHeader, mask, nothingAdded } from '../auth-preview.ts'
import { type AuthScheme, nothingApplied, secretHeader } from '../auth-scheme.ts'
import type { SchemeAction, SchemePreview } from '../scheme-action.ts'

/** `Authorization: Bearer <token>` (spec 5.1; RFC 6750 §2.1); nothing for an empty token. */
const applyBearer: AuthScheme<BearerAuth> = async auth => {
  const token = auth.token.trim()
  return ok(token === '' ? nothingApplied : secretHeader('Authorization', `Bearer ${token}`, token))
}

/** Names what the scheme will add. */
export const previewBearer: SchemePreview<BearerAuth> = ({ token }) =>
  token.trim() === '' ? nothingAdded : authorizationHeader(`Bearer ${mask}`)

/** What the scheme does to a request. */
export const bearerAction: SchemeAction<BearerAuth> = {
  apply: applyBearer,
  preview: previewBearer,
  validity: 'unlimited',
}
