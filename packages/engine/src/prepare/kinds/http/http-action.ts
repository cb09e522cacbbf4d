import type { KindAction } from '../kind-action.ts'

/** One message and its response, as the stages have them. */
export const httpAction: KindAction = {}
