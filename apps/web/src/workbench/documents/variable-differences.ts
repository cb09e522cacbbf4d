import type { EditedVariable } from '@parley/server/contract'
import { type Compare, listField } from './difference.ts'
import { shownEditedVariable } from './shown-value.ts'

/** The variables in which two versions of an environment, or of shared variables, differ. */
export const variableDifferences: Compare<readonly EditedVariable[]> = listField({
  one: 'Variable',
  all: 'Variables',
  nameOf: ({ variable }) => variable.name,
  show: shownEditedVariable,
})
