import type { SendProgress } from '@parley/model'
import type { AwaitingSend, SendState } from '../tabs/request-tab.ts'

/** Returns the state of a send after some progress. */
export function nextSendState(send: AwaitingSend, progress: SendProgress): SendState {
  switch (progress.state) {
    case 'awaiting':
      return {
        ...send,
        startedAt: send.isRestored ? progress.startedAt : send.startedAt,
        targetUri: progress.targetUri,
        requestContent: progress.requestContent,
        response: progress.response,
        reconnectsAt: progress.reconnectsAt,
        call: progress.call,
        isShown: send.isShown || progress.response !== null || progress.call !== undefined,
      }
    case 'answered':
      return {
        ...progress,
        sendId: send.sendId,
        ...(send.sentTests === undefined ? {} : { sentTests: send.sentTests }),
      }
    case 'failed':
      if (progress.failure.scriptError !== undefined)
        return {
          state: 'idle',
          scriptError: progress.failure.scriptError,
          ...(progress.failure.notes === undefined ? {} : { notes: progress.failure.notes }),
        }
      // What was sent in a call stays to be seen, though the server had not answered.
      if (progress.failure.kind !== 'cancelled' || (progress.response === null && send.call !== undefined))
        return { ...progress, sendId: send.sendId }
      if (progress.response === null) return send.keepsPrevious ? send.previous : { state: 'idle' }
      return {
        state: 'cancelled',
        sendId: send.sendId,
        attempt: progress.attempt,
        response: progress.response,
      }
  }
}
