import type { WindowIdentity } from '../events/window-identity.ts'
import type { BodyReads } from '../server-client/body-reads.ts'
import type { LastCall } from '../server-client/last-call.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import type { FileUpload } from '../server-client/upload-file.ts'
import type { DesktopBridge } from '../window/desktop-bridge.ts'

/** What the page is made of: the ways to the server, and the window that the page is in. */
export interface PageOptions {
  readonly client: ServerClient
  readonly bodyReads: BodyReads
  readonly uploadFile: FileUpload
  readonly lastCall: LastCall
  readonly identity: WindowIdentity
  /** The launch token; a restarted server has a new one. */
  token(): string
  /**
   * Asks on the page's port for a server that was started again, which proves by the key that it belongs to the same app
   * data. Resolves to true if the page has its token now.
   */
  findServer(windowKey: string): Promise<boolean>
  readonly nonce: string
  /** The desktop app that has the window; null: a browser has it. */
  readonly desktop: DesktopBridge | null
  /** Loads the code that shows a response, which typing a request does not need. */
  loadResponseBody(): void
}
