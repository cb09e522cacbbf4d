import type { Auth, Collection, Folder } from '@parley/model'

/**
 * Asks for secrets that have no value on this machine, for example in a clone of a workspace (behaviour,
 * Secret fields).
 */
export interface SecretValues {
  /**
   * Resolves with a text for each of `missing`, in order, empty if unknown; with null if the send is to be
   * stopped.
   */
  ask(missing: readonly MissingSecret[], signal: AbortSignal): Promise<readonly string[] | null>
}

/** A secret that a send needs: a variable, or a field of the authorization. */
export type MissingSecret = {
  /** The name of the variable, or the label of the field. */
  readonly name: string
  /** The owner. The workspace's and the global variables have no name. */
  readonly place: {
    readonly kind: 'environment' | 'workspace' | 'global' | 'collection' | 'folder' | 'request'
    readonly name: string
  }
  /** Whether the value has several lines, such as a key. */
  readonly isMultiline: boolean
} & (
  | {
      readonly kind: 'variable'
      /** The collection or folder that has it, the same object as in the context of the request; absent for other places. */
      readonly container?: Collection | Folder
    }
  | {
      readonly kind: 'field'
      /** The same object as in the context of the request. */
      readonly auth: Auth
      /** The name of the field in files, without `auth.`. */
      readonly field: string
    }
)
