import { join } from 'node:path'
import { findChromium } from '@parley/server/desktop'
import type { DesktopHost, HostKind } from '../desktop-host.ts'
import { BrowserHost } from './browser-host.ts'
import { ChromiumHost } from './chromium/chromium-host.ts'
import { loadElectronHost } from './electron/load-electron-host.ts'
import { WebviewHost } from './webview/webview-host.ts'

export interface HostPlaces {
  readonly appDataFolder: string
  readonly environment: NodeJS.ProcessEnv
  print(sentence: string): void
}

/**
 * Returns the hosts that may show the windows, the best first: a webview, then an installed Chromium, then the
 * user's own browser. One that was asked for comes first; if it does not work, the others say so and follow.
 */
export function hostsInOrder(wanted: HostKind | null, places: HostPlaces): readonly DesktopHost[] {
  const { appDataFolder, environment, print } = places
  if (process.versions.electron !== undefined) return [loadElectronHost()]
  const program = environment.PARLEY_CHROMIUM || findChromium(environment)
  const hosts: readonly DesktopHost[] = [
    new WebviewHost({ profileFolder: join(appDataFolder, 'webview'), environment }),
    new ChromiumHost({ program: program || null, profileFolder: join(appDataFolder, 'chromium'), print }),
    new BrowserHost(appDataFolder),
  ]
  const first = hosts.findIndex(({ kind }) => kind === wanted)
  return first < 1 ? hosts : hosts.slice(first)
}
