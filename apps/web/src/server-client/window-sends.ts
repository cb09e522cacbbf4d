import type { SendCalls } from '../workbench/commands/send-calls.ts'
import { downloadBody } from './body-actions.ts'
import type { BodyReads } from './body-reads.ts'
import type { ServerClient } from './server-client.ts'

export interface WindowSendsOptions {
  readonly client: Pick<ServerClient, 'sends' | 'bodies'>
  readonly bodyReads: Pick<BodyReads, 'abort'>
  readonly windowId: string
  /** Loads the code that shows responses, which is not needed for typing a request. */
  loadResponseBody(): void
}

/** The sends of a window, as the server makes them. */
export function createWindowSends(options: WindowSendsOptions): SendCalls {
  const { client, bodyReads, windowId, loadResponseBody } = options
  return {
    start(input) {
      loadResponseBody()
      return client.sends.start({ windowId, ...input })
    },
    cancel: sendId => client.sends.cancel({ sendId }),
    resume: sendId => client.sends.resume({ windowId, sendId }),
    // A lost server has no sends or bodies to release.
    release(sendId, bodyHandle) {
      if (bodyHandle !== null) bodyReads.abort(bodyHandle)
      client.sends.release({ sendId }).catch(() => undefined)
    },
    // A ticket is refused only if the server or the body is gone, which the page shows.
    downloadBody: handle => void downloadBody(client.bodies, handle),
  }
}
