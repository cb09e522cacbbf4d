import { basename } from 'node:path'
import { nodeFiles } from '@parley/files'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import type { AskedAction } from './asked-action.ts'
import { linkAction } from './link-action.ts'
import { openOutside } from './open-outside.ts'
import type { Asked } from './shell-messages.ts'

/** What the desktop app does to the pages in its windows. */
export interface DesktopWindows {
  /** Runs a command of the page, as its menu was chosen. */
  command(windowId: string, id: string): void
  /** Has a window open a file or link. */
  open(windowId: string, asked: Asked): Promise<void>
  /** Opens a link in the system's browser, or says in the window why not. */
  openLink(windowId: string, url: string): void
  /** Says in a window that its page stays where it is. */
  refuse(windowId: string): void
  /** Keeps the sends of a window that is about to close. */
  keepRunning(windowId: string): void
}

/** Reaches the pages over their event streams. */
export function createDesktopWindows(
  windows: Pick<WindowEvents, 'publish' | 'keep'>,
  pickedFiles: Pick<PickedFiles, 'add'>,
): DesktopWindows {
  return {
    command: (windowId, id) => windows.publish(windowId, { type: 'command', id }),
    async open(windowId, asked) {
      windows.publish(windowId, { type: 'asked', action: await openAsked(asked, windowId, pickedFiles) })
    },
    openLink(windowId, url) {
      if (!openOutside(url)) windows.publish(windowId, { type: 'asked', action: refusedLink })
    },
    refuse: windowId => windows.publish(windowId, { type: 'asked', action: refusedNavigation }),
    keepRunning: windowId => windows.keep(windowId),
  }
}

const refusedNavigation = {
  kind: 'refused',
  sentence: 'The window stayed on this page.',
  nextStep: 'Something on it tried to open another page in its place.',
} as const

const refusedLink = {
  kind: 'refused',
  sentence: 'The link was not opened.',
  nextStep: 'Only web and mail links are opened.',
} as const

/** Returns what a window does with a file or link. A file becomes one that the user picked in that window. */
async function openAsked(
  asked: Asked,
  windowId: string,
  pickedFiles: Pick<PickedFiles, 'add'>,
): Promise<AskedAction> {
  if (asked.kind === 'link') return linkAction(asked.url)
  const name = basename(asked.path)
  try {
    const { filePath } = await pickedFiles.add(windowId, name, nodeFiles.stream(asked.path))
    return { kind: 'importFile', name, filePath }
  } catch {
    return {
      kind: 'refused',
      sentence: `“${name}” could not be read.`,
      nextStep: 'Check that it is a file that you may read.',
    }
  }
}
