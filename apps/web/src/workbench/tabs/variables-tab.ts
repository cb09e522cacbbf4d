import { shownName } from '@parley/model'
import type { EditedVariable, VariablesPlace } from '@parley/server/contract'
import type { DocumentTab } from '../documents/document.ts'

/** What a tab of variables shows: the variables of a place, or the values of the session. */
export type VariablesTabPlace = VariablesPlace | { readonly kind: 'session' }

/** Open variables (behaviour 2.6). */
export interface VariablesTab extends DocumentTab<readonly EditedVariable[]> {
  readonly kind: 'variables'
  readonly place: VariablesTabPlace
  /** The last known name of an environment; otherwise empty. */
  readonly name: string
  readonly state: 'reading' | 'open'
  /** Why it could not be read, as a sentence; null if it could. */
  readonly problem: string | null
  /** The variable whose row gets the focus; another object each time. */
  readonly wanted: { readonly name: string } | null
  /** Its environment was deleted: Save creates it again. */
  readonly isGone: boolean
}

/** The titles of tabs of variables, except those of environments. */
export const placeTitles = { global: 'Global', workspace: 'Workspace', session: 'Session values' } as const

/** The name in the tab strip. */
export function variablesTitle({ place, name }: Pick<VariablesTab, 'place' | 'name'>): string {
  return place.kind === 'environment' ? shownName(name) : placeTitles[place.kind]
}
