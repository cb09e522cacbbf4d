import type { AddressRule } from '@parley/transport'
import type { DesktopApp } from '../desktop/desktop-app.ts'
import type { WindowEvents } from '../windows/window-events.ts'

/** What the services of each user share with the server. */
export interface ServerSurroundings {
  readonly windows: WindowEvents
  /** Targets that no send may reach: the server itself. */
  readonly isRefused: AddressRule
  readonly demoBaseUrl: string | null
  readonly desktop: DesktopApp | null
  /** The one address that the packager set for updates; null: none. */
  readonly updatesAddress: string | null
  /** Replaces opening the user's browser for sign-ins; returns false if it cannot be opened. */
  readonly openSignIn?: (url: string) => boolean
}
