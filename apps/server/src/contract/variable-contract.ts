import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import {
  defaultHeaders,
  editedVariables,
  entryName,
  id,
  inheritedPlace,
  secretPlace,
  variablesPlace,
} from './contract-inputs.ts'
import type { Done } from './library-messages.ts'
import type {
  Created,
  OverriddenVariable,
  ReadVariables,
  SavedVariables,
  ScopedSecret,
  ScopedVariable,
  SecretPlace,
  VariableCounts,
} from './messages.ts'

const secretOfPlace: z.ZodType<ScopedSecret, ScopedSecret> = z.strictObject({
  place: secretPlace,
  name: z.string().max(100_000),
})

/** The calls for variables and their secrets. */
export const variableContract = {
  /**
   * Returns the variables that `{{name}}` may refer to in a request below `parentId`, narrowest scope
   * first.
   */
  list: oc.input(z.strictObject(inheritedPlace)).output(type<readonly ScopedVariable[]>()),
  /** Returns how many variables each place has, by `global`, `workspace`, and the IDs of environments and collections. */
  count: oc.output(type<VariableCounts>()),
  /** Returns variables to edit, with the values of the secrets among them. */
  open: oc.input(z.strictObject({ place: variablesPlace })).output(type<ReadVariables>()),
  /**
   * Saves variables, and the default headers of the workspace, if their file still has the version that the change is based
   * on, and notifies every window.
   */
  save: oc
    .input(
      z.strictObject({
        place: variablesPlace,
        variables: editedVariables,
        headers: defaultHeaders,
        baseVersion: z.string().max(200).nullable(),
      }),
    )
    .output(type<SavedVariables>()),
  /**
   * Returns the owner of the secret variable that a name refers to in a request, or below a collection or folder; null
   * if it refers to no secret.
   */
  findSecret: oc
    .input(z.strictObject({ placeId: id.nullable(), name: z.string().max(100_000) }))
    .output(type<SecretPlace | null>()),
  /**
   * Returns secrets that an older Parley allowed to scripts in a file, until the user decides about them.
   * Such permissions in files have no effect.
   */
  permissionsOfFiles: oc.output(type<readonly ScopedSecret[]>()),
  /**
   * Returns variables of collections that have other values in environments, until the user knows that a chosen environment
   * wins.
   */
  overridden: oc.output(type<readonly OverriddenVariable[]>()),
  /** The user knows it in this workspace. */
  acknowledgeOverridden: oc.output(type<Done>()),
  /** Allows scripts to read secrets on this device, or forbids it (behaviour 5.3.3). */
  setScriptAccess: oc
    .input(z.strictObject({ secrets: z.array(secretOfPlace).max(10_000), isAllowed: z.boolean() }))
    .output(type<Done>()),
}

/** The calls for the environments of the workspace. */
export const environmentContract = {
  /** Creates an environment of the workspace with these variables. */
  create: oc.input(z.strictObject({ name: entryName, variables: editedVariables })).output(type<Created>()),
  rename: oc.input(z.strictObject({ id, name: entryName })).output(type<Done>()),
  /** Creates a copy next to the original, with the values of its secrets. */
  duplicate: oc.input(z.strictObject({ id })).output(type<Created>()),
  /** Moves an environment to the trash, from which it can be restored for 7 days. */
  remove: oc.input(z.strictObject({ id })).output(type<Done>()),
  /** Sets the environment that sends of this workspace use from now on, in every window; null: none. */
  activate: oc.input(z.strictObject({ id: id.nullable() })).output(type<Done>()),
}
