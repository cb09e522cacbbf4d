import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import { id, inheritedPlace, request, sendId, windowId } from './contract-inputs.ts'
import type { ReadExample, ResumedSend } from './messages.ts'

/** The calls that send requests. */
export const sendContract = {
  /** Starts a send and reports its progress on the event stream. A repeated call starts nothing. */
  start: oc
    .input(
      z.strictObject({
        windowId,
        sendId,
        /** The request ID that scripts see. */
        requestId: id,
        ...inheritedPlace,
        request,
      }),
    )
    .output(type<{ readonly sendId: string }>()),
  /** Aborts a send within 100 ms. Returns false if it had already ended. */
  cancel: oc.input(z.strictObject({ sendId })).output(type<{ readonly wasRunning: boolean }>()),
  /** Shows a send again in a tab that showed it before its window was reloaded. */
  resume: oc.input(z.strictObject({ windowId, sendId })).output(type<ResumedSend>()),
  /** Returns an ended send as an example of its request, without the values of secrets. */
  readExample: oc.input(z.strictObject({ sendId })).output(type<ReadExample>()),
  /** Cancels a send and deletes its response body, because its tab was closed or sends again. */
  release: oc.input(z.strictObject({ sendId })).output(type<{ readonly wasKnown: boolean }>()),
  /** Answers a {@link SecretQuestion}. The send that asked continues, or ends without being sent. */
  allowSecret: oc
    .input(z.strictObject({ questionId: z.uuid(), isAllowed: z.boolean() }))
    .output(type<{ readonly wasOpen: boolean }>()),
  /**
   * Answers a question for values: one for each secret, in the order of the question; null ends the send
   * before anything is sent.
   */
  giveSecrets: oc
    .input(
      z.strictObject({
        questionId: z.uuid(),
        texts: z.array(z.string().max(1_000_000)).max(1000).nullable(),
      }),
    )
    .output(type<{ readonly wasOpen: boolean }>()),
}
