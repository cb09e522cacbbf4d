import { openKinds } from '@parley/model'
import type { DesktopBridge } from '../../window/desktop-bridge.ts'
import type { Stores } from '../../wiring/create-stores.ts'
import type { DesktopCommand } from '../../workbench/settings/keymap.ts'
import { openNewRequest } from '../Request/open-new-request.ts'
import { shortcutCommands } from '../Shortcuts/shortcut-commands.ts'

/** What the commands do that only a window of the desktop app has. */
export function desktopCommands(
  { workbench }: Pick<Stores, 'workbench'>,
  bridge: DesktopBridge,
): Readonly<Record<DesktopCommand, () => void>> {
  return {
    newRequest: () => openNewRequest(workbench),
    newWindow: bridge.openWindow,
    zoomIn: () => bridge.zoom('in'),
    zoomOut: () => bridge.zoom('out'),
    zoomReset: () => bridge.zoom('reset'),
    fullScreen: bridge.toggleFullScreen,
    quit: bridge.quit,
  }
}

/** What each item of the menus does, by its ID. */
export function menuCommands(stores: Stores, bridge: DesktopBridge): ReadonlyMap<string, () => void> {
  const { workbench, dialogs } = stores
  return new Map<string, () => void>([
    ...Object.entries(shortcutCommands(stores)),
    ...Object.entries(desktopCommands(stores, bridge)),
    ...openKinds.map(kind => [`new:${kind}`, () => openNewRequest(workbench, kind)] as const),
    ['openWorkspace', () => dialogs.open('openWorkspace')],
    ['import', () => dialogs.open('import')],
    ['documentation', () => bridge.openDocument('documentation')],
    ['licences', () => bridge.openDocument('licences')],
    ['about', () => dialogs.openSettings('About')],
  ])
}
