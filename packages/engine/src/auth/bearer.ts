import { type BearerAuth, ok } from '@parley/model'
import { type AuthScheme, nothingApplied, secretHeader } from './auth-scheme.ts'

/** `Authorization: Bearer <token>` (spec 5.1; RFC 6750 §2.1); nothing for an empty token. */
export const applyBearer: AuthScheme<BearerAuth> = async auth => {
  const token = auth.token.trim()
  return ok(token === '' ? nothingApplied : secretHeader('Authorization', `Bearer ${token}`, token))
}
