import { choice } from '../field.ts'

/** Where a credential goes, in the words of behaviour 5.1. */
export const placements = [
  { id: 'header', label: 'Header' },
  { id: 'query', label: 'Query params' },
] as const

/** A field for the place of a credential. */
export const placement = choice('Add to', placements)
