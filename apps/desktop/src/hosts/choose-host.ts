import { join } from 'node:path'
import { findChromium } from '@parley/server/desktop'
import type { DesktopHost, HostKind } from '../desktop-host.ts'
import { BrowserHost } from './browser-host.ts'
import { runsAsRoot } from './chromium/chromium-arguments.ts'
import { ChromiumHost } from './chromium/chromium-host.ts'

export interface ChosenHost {
  readonly host: DesktopHost
  /** What the user should know about the choice. */
  readonly sentences: readonly string[]
}

/**
 * Chooses the host of the windows: the one that was asked for, else the first that works here.
 * @param wanted - null: any
 */
export function chooseHost(wanted: HostKind | null, appDataFolder: string): ChosenHost {
  const program = process.env.PARLEY_CHROMIUM || findChromium()
  if (wanted !== 'browser' && program !== null && program !== '')
    return {
      host: new ChromiumHost({ program, profileFolder: join(appDataFolder, 'chromium') }),
      sentences: runsAsRoot() ? [noSandbox] : [],
    }
  return { host: new BrowserHost(appDataFolder), sentences: wanted === 'browser' ? [] : [noChromium] }
}

const noSandbox =
  'You are root, so Chromium runs without its own sandbox. Start Parley as another user to use it.'
const noChromium =
  'Neither a webview nor Chromium was found, so Parley opens in your browser. Install Chromium, Chrome or Edge for a window of its own.'
