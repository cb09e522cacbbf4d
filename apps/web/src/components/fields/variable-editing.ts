import type { ScopedVariable } from '@parley/server/contract'
import { createContext } from 'react'

/** Leads from a `{{name}}` to where its variable is edited. */
export interface VariableEditing {
  /** Whether there is such a place. */
  canEdit(variable: ScopedVariable): boolean
  edit(variable: ScopedVariable): void
}

/** Null: there is nothing to lead to. */
export const VariableEditingContext = createContext<VariableEditing | null>(null)
