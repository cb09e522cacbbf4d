import { type AuthByType, failed } from '@parley/model'
import { preparationFailure } from '../../preparation-failure.ts'
import { nothingAdded } from '../auth-preview.ts'
import type { SchemeAction } from '../scheme-action.ts'

/** NTLM is not supported (ADR 23). */
export const ntlmAction: SchemeAction<AuthByType['ntlm']> = {
  apply: async () => failed(preparationFailure('authorization', 'NTLM_NOT_SUPPORTED', '')),
  preview: () => nothingAdded,
  validity: 'oneRequest',
}
