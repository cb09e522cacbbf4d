import type { HttpRequest } from '@parley/model'
import type { AwaitingSend } from '../tabs/request-tab.ts'

/** The send of a tab that was open before its window was loaded: it waits to be resumed. */
export function sendToResume(sendId: string, { method, url }: HttpRequest): AwaitingSend {
  return {
    state: 'awaiting',
    sendId,
    method,
    startedAt: 0,
    targetUri: url,
    requestContent: { sentBytes: 0, totalBytes: 0 },
    response: null,
    isShown: false,
    isRestored: true,
    previous: { state: 'idle' },
  }
}
