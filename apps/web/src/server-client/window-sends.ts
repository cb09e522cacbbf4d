import type { SendCalls } from '../workbench/workbench.ts'
import { downloadBody } from './body-actions.ts'
import type { BodyReads } from './body-reads.ts'
import type { ServerClient } from './server-client.ts'

export interface WindowSendsOptions {
  readonly client: Pick<ServerClient, 'sends' | 'bodies'>
  readonly bodyReads: Pick<BodyReads, 'giveUp'>
  readonly windowId: string
  /** Loads what shows a response, which no request needs to be typed. */
  loadResponseBody(): void
}

/** The sends of a window, as the server makes them. */
export function createWindowSends(options: WindowSendsOptions): SendCalls {
  const { client, bodyReads, windowId, loadResponseBody } = options
  return {
    start(input) {
      // A page that lost its server says so itself.
      loadResponseBody()
      return client.sends.start({ windowId, ...input })
    },
    cancel: sendId => client.sends.cancel({ sendId }),
    takeUp: sendId => client.sends.takeUp({ windowId, sendId }),
    // A server that is gone holds no send and no body.
    release(sendId, bodyHandle) {
      if (bodyHandle !== null) bodyReads.giveUp(bodyHandle)
      client.sends.release({ sendId }).catch(() => undefined)
    },
    // A ticket is refused only where the server or the body is gone, which the page shows by itself.
    downloadBody: handle => void downloadBody(client.bodies, handle),
  }
}
