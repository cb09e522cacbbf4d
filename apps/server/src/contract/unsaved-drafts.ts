import type { RequestDefaults } from '@parley/model'
import { requestDefaultsSchema, variableSchema } from '@parley/model/schema'
import * as z from 'zod'
import { id } from './contract-inputs.ts'
import type { ContainerContent } from './library-messages.ts'
import type { EditedVariable, VariablesPlace } from './messages.ts'

const editedVariable: z.ZodType<EditedVariable, EditedVariable> = z.strictObject({
  variable: variableSchema,
  secretValue: z.string().nullable(),
})

/** The rows of a table of variables. */
export const editedVariables = z.array(editedVariable).max(100_000)

/** Whose variables they are. */
export const variablesPlace: z.ZodType<VariablesPlace, VariablesPlace> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('environment'), id }),
  z.strictObject({ kind: z.literal('workspace') }),
  z.strictObject({ kind: z.literal('global') }),
])

const defaults: z.ZodType<RequestDefaults, RequestDefaults> = requestDefaultsSchema

/** What a window shows of variables, collections and folders, and has not saved. */
export interface UnsavedDrafts {
  readonly variables: readonly UnsavedVariables[]
  readonly containers: readonly UnsavedContainer[]
}

/** The unsaved variables of a place, with the values of secrets. */
export interface UnsavedVariables {
  readonly place: VariablesPlace
  readonly variables: readonly EditedVariable[]
}

/** What the requests of an open collection or folder inherit, before it is saved. */
export interface UnsavedContainer extends Pick<ContainerContent, 'defaults'> {
  readonly id: string
}

/** Everything is saved. */
export const nothingUnsaved: UnsavedDrafts = { variables: [], containers: [] }

const unsavedDrafts: z.ZodType<UnsavedDrafts, UnsavedDrafts> = z.strictObject({
  variables: z
    .array(z.strictObject({ place: variablesPlace, variables: editedVariables }))
    .max(1000)
    .readonly(),
  containers: z.array(z.strictObject({ id, defaults })).max(1000).readonly(),
})

/**
 * Where a draft is, and what else is unsaved: a page sends what it shows (product decisions, Unsaved values of
 * variables). The page adds `unsaved` to these calls in one place.
 */
export const inheritedPlace = {
  parentId: id.nullable(),
  unsaved: unsavedDrafts.exactOptional(),
}
