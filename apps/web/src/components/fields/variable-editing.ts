import type { ScopedVariable } from '@parley/server/contract'
import { createContext } from 'react'

/** Opens the place where the variable of a `{{name}}` is edited. */
export interface VariableEditing {
  /** Whether there is such a place. */
  canEdit(variable: ScopedVariable): boolean
  edit(variable: ScopedVariable): void
}

/** Null if variables cannot be edited here. */
export const VariableEditingContext = createContext<VariableEditing | null>(null)
