import { shownName } from '@parley/model'
import type { EditedShare, VariablesPlace } from '@parley/server/contract'
import type { DocumentTab } from '../documents/document.ts'

/** What a tab of variables shows: the variables of a place, the values of the session, or all environments. */
export type VariablesTabPlace = VariablesPlace | { readonly kind: 'session' | 'sideBySide' }

/** Open variables (behaviour 2.6). */
export interface VariablesTab extends DocumentTab<EditedShare> {
  readonly kind: 'variables'
  readonly place: VariablesTabPlace
  /** The last known name of an environment; otherwise empty. */
  readonly name: string
  readonly state: 'reading' | 'open'
  /** What is shown of the workspace. */
  readonly section: VariablesSection
  /** Why it could not be read, as a sentence; null if it could. */
  readonly problem: string | null
  /** The variable whose row gets the focus; another object each time. */
  readonly wanted: { readonly name: string } | null
  /** Its environment was deleted: Save creates it again. */
  readonly isGone: boolean
}

export type VariablesSection = 'variables' | 'headers'

/** What an owner has that has no headers. */
export const variablesAlone = (variables: EditedShare['variables']): EditedShare => ({
  variables,
  headers: [],
})

/** The titles of tabs of variables, except those of environments. */
export const placeTitles = {
  global: 'Global',
  workspace: 'Workspace',
  session: 'Session values',
  sideBySide: 'Side by side',
} as const

/** Whether a tab has variables of its own, which are in a file. */
export function isOfFile(place: VariablesTabPlace): place is VariablesPlace {
  return place.kind !== 'session' && place.kind !== 'sideBySide'
}

/** The name in the tab strip. */
export function variablesTitle({ place, name }: Pick<VariablesTab, 'place' | 'name'>): string {
  return place.kind === 'environment' ? shownName(name) : placeTitles[place.kind]
}
