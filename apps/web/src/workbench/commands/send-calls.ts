import type { HttpRequest } from '@parley/model'
import type { ResumedSend } from '@parley/server/contract'
import { latestSend } from '../runs/earlier-run.ts'
import { responseOf, type SendState } from '../tabs/request-tab.ts'

/** The calls of the workbench to the server. */
export interface SendCalls {
  start(input: {
    readonly sendId: string
    readonly requestId: string
    readonly parentId: string | null
    readonly request: HttpRequest
  }): Promise<unknown>
  cancel(sendId: string): Promise<unknown>
  /** Makes the window follow a send that a tab showed before the window was loaded. */
  resume(sendId: string): Promise<ResumedSend>
  /** Releases a send that is no longer needed, and its body if there is one. */
  release(sendId: string, bodyHandle: string | null): void
  /** Has the browser save a body, which may still grow, to a file. */
  downloadBody(handle: string): void
}

/** Releases the latest send of a tab. */
export function releaseSend(sends: Pick<SendCalls, 'release'>, shown: SendState): void {
  const send = latestSend(shown)
  if ('sendId' in send) sends.release(send.sendId, responseOf(send)?.content.handle ?? null)
}
