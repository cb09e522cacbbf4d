import { oc, type } from '@orpc/contract'
import type { AuthSource, TokenState } from '@parley/engine'
import type { HttpRequest } from '@parley/model'
import { httpRequestSchema } from '@parley/model/schema'
import * as z from 'zod'

const request: z.ZodType<HttpRequest, HttpRequest> = httpRequestSchema
const parentId = z.string().min(1).max(128).nullable()
/** The draft whose token is meant, and the collection or folder that it is in. */
const subject = { parentId, request }
/** Random, chosen by the page. */
const signInId = z.uuid()

/** What the Authorization tab asks (spec 5). */
export const authContract = {
  /** What a request below `parentId` inherits, and from whom (spec 5.1). */
  readInherited: oc.input(z.strictObject({ parentId })).output(type<AuthSource>()),
  /** The token of OAuth 2.0 that a request would be sent with, masked (spec 3). */
  tokenState: oc.input(z.strictObject(subject)).output(type<TokenState>()),
  /** The same as it is, to be copied; null where none is held. */
  readToken: oc.input(z.strictObject(subject)).output(type<{ readonly token: string | null }>()),
  /** Clear token (spec 5.2); every window is told. */
  clearToken: oc.input(z.strictObject(subject)).output(type<Record<string, never>>()),
  /** Get New Access Token (spec 5.2); the window is told how it goes. */
  getNewAccessToken: oc
    .input(z.strictObject({ ...subject, windowId: z.uuid(), signInId }))
    .output(type<Record<string, never>>()),
  /** False where it had ended before. */
  cancelSignIn: oc.input(z.strictObject({ signInId })).output(type<{ readonly wasRunning: boolean }>()),
}
