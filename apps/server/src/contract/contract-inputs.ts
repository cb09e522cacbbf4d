import type { HttpRequest, Row } from '@parley/model'
import { httpRequestSchema, requestDefaultsSchema, variableSchema } from '@parley/model/schema'
import * as z from 'zod'
import type { ContainerContent, EditedDefaults } from './library-messages.ts'
import type { EditedVariable, SecretPlace, VariablesPlace } from './messages.ts'

/**
 * The schema checks a request; its type is `HttpRequest`, whose lists are read-only, unlike those of a
 * schema.
 */
export const request: z.ZodType<HttpRequest, HttpRequest> = httpRequestSchema
/** An ID that the server gave. */
export const id = z.string().min(1).max(128)
/** The name of something in a workspace. */
export const entryName = z.string().min(1).max(1000)
/** A random ID, chosen by the page, so that a send can be cancelled before its start has returned. */
export const sendId = z.uuid()
/** A random ID, chosen by the page once for each window. */
export const windowId = z.uuid()
/**
 * Counts the calls of a window about itself, across its reloads; a call with a lower number is out of date.
 */
export const sequence = z.int().min(0)

const editedVariable: z.ZodType<EditedVariable, EditedVariable> = z.strictObject({
  variable: variableSchema,
  secretValue: z.string().nullable(),
})

/** The rows of a table of variables. */
export const editedVariables = z.array(editedVariable).max(100_000)

/** The default headers of the workspace; those of other owners are ignored. Absent: they stay as they are. */
export const defaultHeaders: z.ZodExactOptional<z.ZodType<readonly Row[], readonly Row[]>> =
  requestDefaultsSchema.shape.headers.exactOptional()

/** Whose variables they are. */
export const variablesPlace: z.ZodType<VariablesPlace, VariablesPlace> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('environment'), id }),
  z.strictObject({ kind: z.literal('workspace') }),
  z.strictObject({ kind: z.literal('global') }),
])

/** Whose secret it is. */
export const secretPlace: z.ZodType<SecretPlace, SecretPlace> = z.union([
  variablesPlace,
  z.strictObject({ kind: z.enum(['collection', 'folder']), id }),
])

/** What requests inherit from a collection or folder. */
export const editedDefaults: z.ZodType<EditedDefaults, EditedDefaults> = requestDefaultsSchema.extend({
  variables: editedVariables,
})

/** What a window shows of variables, collections and folders, and has not saved. */
export interface UnsavedDrafts {
  readonly variables: readonly UnsavedVariables[]
  readonly containers: readonly UnsavedContainer[]
}

/** The unsaved variables of a place, with the values of secrets. */
export interface UnsavedVariables {
  readonly place: VariablesPlace
  readonly variables: readonly EditedVariable[]
  /** The default headers of the workspace; absent: they are saved. */
  readonly headers?: readonly Row[]
}

/** What the requests of an open collection or folder inherit, before it is saved. */
export interface UnsavedContainer extends Pick<ContainerContent, 'defaults'> {
  readonly id: string
}

/** Everything is saved. */
export const nothingUnsaved: UnsavedDrafts = { variables: [], containers: [] }

const unsavedDrafts: z.ZodType<UnsavedDrafts, UnsavedDrafts> = z.strictObject({
  variables: z
    .array(z.strictObject({ place: variablesPlace, variables: editedVariables, headers: defaultHeaders }))
    .max(1000)
    .readonly(),
  containers: z
    .array(z.strictObject({ id, defaults: editedDefaults }))
    .max(1000)
    .readonly(),
})

/**
 * Where a draft is, and what else is unsaved: a page sends what it shows (behaviour, Unsaved values of
 * variables). The page adds `unsaved` to these calls in one place.
 */
export const inheritedPlace = {
  parentId: id.nullable(),
  unsaved: unsavedDrafts.exactOptional(),
}
