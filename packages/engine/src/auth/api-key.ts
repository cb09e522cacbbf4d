import { type ApiKeyAuth, ok } from '@parley/model'
import { type AuthScheme, nothingApplied, secretHeader, secretParam } from './auth-scheme.ts'

/** A header or a query parameter of the user's naming (spec 5.1); nothing without a name. */
export const applyApiKey: AuthScheme<ApiKeyAuth> = async ({ key, value, placement }) => {
  if (key === '') return ok(nothingApplied)
  return ok(placement === 'header' ? secretHeader(key, value.trim(), value.trim()) : secretParam(key, value))
}
