import { type ApiKeyAuth, ok } from '@parley/model'
import { mask, nothingAdded, placedField } from '../auth-preview.ts'
import { type AuthScheme, nothingApplied, secretHeader, secretParam } from '../auth-scheme.ts'
import type { SchemeAction, SchemePreview } from '../scheme-action.ts'

/**
 * Adds a header or a query parameter with a name that the user chooses (behaviour 5.1); nothing without a name.
 */
const applyApiKey: AuthScheme<ApiKeyAuth> = async ({ key, value, placement }) => {
  if (key === '') return ok(nothingApplied)
  return ok(placement === 'header' ? secretHeader(key, value.trim(), value.trim()) : secretParam(key, value))
}

/** Lists what the scheme will add. */
export const previewApiKey: SchemePreview<ApiKeyAuth> = ({ key, placement }) =>
  key === '' ? nothingAdded : placedField(placement, key, mask)

/** The implementation of the scheme. */
export const apiKeyAction: SchemeAction<ApiKeyAuth> = {
  apply: applyApiKey,
  preview: previewApiKey,
  validity: 'unlimited',
}
