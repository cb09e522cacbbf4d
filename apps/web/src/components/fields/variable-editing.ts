import type { ScopedVariable } from '@parley/server/contract'
import { createContext } from 'react'

/** A place where a variable that has no value can be created. */
export interface NewVariablePlace {
  readonly name: string
  /** Opens the place with a row of the variable, whose value gets the focus. */
  create(): void
}

/** Opens the place where the variable of a `{{name}}` is edited. */
export interface VariableEditing {
  /** Whether there is such a place. */
  canEdit(variable: ScopedVariable): boolean
  edit(variable: ScopedVariable): void
  /** The places for a new variable: the active environment and the collection, or else the workspace. */
  placesForNew(name: string): readonly NewVariablePlace[]
}

/** Null if variables cannot be edited here. */
export const VariableEditingContext = createContext<VariableEditing | null>(null)
