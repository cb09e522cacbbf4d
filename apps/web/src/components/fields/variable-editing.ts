import type { ScopedVariable } from '@parley/server/contract'
import { createContext } from 'react'
import type { NewVariableStores } from '../../workbench/variables/new-variable-places.ts'

/** Opens the place where the variable of a `{{name}}` is edited. */
export interface VariableEditing {
  /** Whether there is such a place. */
  canEdit(variable: ScopedVariable): boolean
  edit(variable: ScopedVariable): void
  /** What creates a variable that has no value. */
  readonly stores: NewVariableStores
}

/** Null if variables cannot be edited here. */
export const VariableEditingContext = createContext<VariableEditing | null>(null)
