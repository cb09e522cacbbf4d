import { oc, type } from '@orpc/contract'
import type { AuthSource, InheritedHeader, TokenState } from '@parley/engine'
import * as z from 'zod'
import { inheritedPlace, request, windowId } from './contract-inputs.ts'

/** The draft whose token is requested, and the collection or folder that holds it. */
const subject = { ...inheritedPlace, request }
/** A random ID, chosen by the page. */
const signInId = z.uuid()

/** The authorization and the headers that a request inherits, and from what. */
export interface Inherited extends AuthSource {
  /** Outermost first; headers of the request replace those of the same names. */
  readonly headers: readonly InheritedHeader[]
  /** Which file above the request cannot be read, as a sentence: then the authorization is unknown and nothing is sent. Empty: none. */
  readonly unread: string
}

/** The calls of the Authorization tab (behaviour 5). */
export const authContract = {
  /** Returns what a request below `parentId` inherits, and from what (behaviour 5.1). */
  readInherited: oc.input(z.strictObject(inheritedPlace)).output(type<Inherited>()),
  /** Returns the OAuth 2.0 token that a request would be sent with, masked (behaviour 3). */
  tokenState: oc.input(z.strictObject(subject)).output(type<TokenState>()),
  /** Returns the unmasked token, to be copied; null if there is none. */
  readToken: oc.input(z.strictObject(subject)).output(type<{ readonly token: string | null }>()),
  /** Clear token (behaviour 5.2); notifies every window. */
  clearToken: oc.input(z.strictObject(subject)).output(type<Record<string, never>>()),
  /** Get New Access Token (behaviour 5.2); notifies the window of the progress. */
  getNewAccessToken: oc
    .input(z.strictObject({ ...subject, windowId, signInId }))
    .output(type<Record<string, never>>()),
  /** Returns false if the sign-in had already ended. */
  cancelSignIn: oc.input(z.strictObject({ signInId })).output(type<{ readonly wasRunning: boolean }>()),
}
