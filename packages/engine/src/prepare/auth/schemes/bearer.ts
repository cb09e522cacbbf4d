import { type BearerAuth, ok } from '@parley/model'
import { authorizationHeader, mask, nothingAdded } from '../auth-preview.ts'
import { type AuthScheme, nothingApplied, secretHeader } from '../auth-scheme.ts'
import type { SchemeAction, SchemePreview } from '../scheme-action.ts'

/** Adds `Authorization: Bearer <token>` (behaviour 5.1; RFC 6750 §2.1); nothing if the token is empty. */
const applyBearer: AuthScheme<BearerAuth> = async auth => {
  const token = auth.token.trim()
  return ok(token === '' ? nothingApplied : secretHeader('Authorization', `Bearer ${token}`, token))
}

/** Lists what the scheme will add. */
export const previewBearer: SchemePreview<BearerAuth> = ({ token }) =>
  token.trim() === '' ? nothingAdded : authorizationHeader(`Bearer ${mask}`)

/** The implementation of the scheme. */
export const bearerAction: SchemeAction<BearerAuth> = {
  apply: applyBearer,
  preview: previewBearer,
  validity: 'unlimited',
}
