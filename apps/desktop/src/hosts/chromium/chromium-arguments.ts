import { sandboxArguments } from '@parley/server/desktop'
import type { WindowPlacement } from '../../desktop-host.ts'

export interface ChromiumStart {
  readonly profileFolder: string
  /** What the window shows first. It must not contain a secret: other users can read the arguments. */
  readonly address: string
  readonly placement: WindowPlacement | null
}

/** Features of Chromium that offer their own bars or pages over the app's. */
const disabledFeatures = ['Translate', 'MediaRouter', 'GlobalMediaControls', 'DialMediaRouteProvider']

/** Returns the arguments with which Chromium shows an app window in a profile of its own. */
export function chromiumArguments({ profileFolder, address, placement }: ChromiumStart): readonly string[] {
  return [
    `--user-data-dir=${profileFolder}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    `--disable-features=${disabledFeatures.join(',')}`,
    // The profile has no passwords, so it needs no keyring, which may ask for its own password.
    '--password-store=basic',
    '--class=parley',
    ...(placement === null ? [] : placementArguments(placement)),
    ...sandboxArguments(),
    `--app=${address}`,
  ]
}

function placementArguments({ x, y, width, height, isMaximized }: WindowPlacement): readonly string[] {
  return [
    `--window-size=${width},${height}`,
    `--window-position=${x},${y}`,
    ...(isMaximized ? ['--start-maximized'] : []),
  ]
}
