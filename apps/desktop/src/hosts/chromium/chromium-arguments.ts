import type { WindowPlacement } from '../../desktop-host.ts'

export interface ChromiumStart {
  readonly profileFolder: string
  /** What the window shows first. It must not contain a secret: other users can read the arguments. */
  readonly address: string
  readonly placement: WindowPlacement | null
  readonly isRoot?: boolean
}

/** Features of Chromium that offer their own bars or pages over the app's. */
const disabledFeatures = ['Translate', 'MediaRouter', 'GlobalMediaControls', 'DialMediaRouteProvider']

/** Returns the arguments with which Chromium shows an app window in a profile of its own. */
export function chromiumArguments({
  profileFolder,
  address,
  placement,
  isRoot = runsAsRoot(),
}: ChromiumStart): readonly string[] {
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
    // The second hides a bar that says what the app has said already.
    ...(isRoot ? ['--no-sandbox', '--test-type'] : []),
    `--app=${address}`,
  ]
}

/** Whether Chromium must start without its own sandbox: it refuses to use it as root, the user of containers. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

function placementArguments({ x, y, width, height, isMaximized }: WindowPlacement): readonly string[] {
  return [
    `--window-size=${width},${height}`,
    `--window-position=${x},${y}`,
    ...(isMaximized ? ['--start-maximized'] : []),
  ]
}
