import { type AuthByType, ok } from '@parley/model'
import { nothingAdded } from '../auth-preview.ts'
import { nothingApplied } from '../auth-scheme.ts'
import type { SchemeAction } from '../scheme-action.ts'

/** No Auth (behaviour 5.1). */
export const noneAction: SchemeAction<AuthByType['none']> = {
  apply: async () => ok(nothingApplied),
  preview: () => nothingAdded,
  validity: 'unlimited',
}
