import type { AskedAction, DesktopEvent } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { Dialogs } from '../workbench/dialogs.ts'
import type { Importing } from '../workbench/importing.ts'
import type { Toasts } from '../workbench/toasts.ts'
import type { DesktopBridge } from './desktop-bridge.ts'

export interface DesktopWindowParts {
  /** Null in a browser. */
  readonly bridge: DesktopBridge | null
  readonly windowId: string
  readonly dialogs: Pick<Dialogs, 'openImport' | 'openWorkspace'>
  readonly toasts: Pick<Toasts, 'showError'>
  loadImporting(): Promise<Pick<Importing, 'takePicked'>>
}

/** The window as one of the desktop app: its commands, what it is asked to open, and the question before it closes. */
export function createDesktopWindow(parts: DesktopWindowParts) {
  const { bridge, windowId, dialogs, toasts } = parts
  const store = createStore<{ readonly isAskingToClose: boolean }>(() => ({ isAskingToClose: false }))
  let runCommand: (id: string) => void = () => {}
  let mayClose = false

  async function open(action: AskedAction): Promise<void> {
    switch (action.kind) {
      case 'workspace':
        return dialogs.openWorkspace(action.folder)
      case 'importUrl':
        return dialogs.openImport(action.url)
      case 'importFile':
        dialogs.openImport('')
        return (await parts.loadImporting()).takePicked(action.name, action.filePath)
      case 'refused':
        return toasts.showError(action.sentence, action.nextStep)
    }
  }

  return {
    store,
    bridge,
    /** Sets what runs the commands of menus; the views have them. */
    onCommand(run: (id: string) => void): void {
      runCommand = run
    },
    receiveCommand({ id }: Extract<DesktopEvent, { type: 'command' }>): void {
      if (id === closeCommand) store.setState({ isAskingToClose: true })
      else runCommand(id)
    },
    receiveAsked: ({ action }: Extract<DesktopEvent, { type: 'asked' }>) => void open(action),
    /** Says that the window follows its events. */
    join: () => bridge?.join(windowId),
    /** Whether the window must not close before the user was asked about its sends. */
    mustAsk: (sendCount: number): boolean => bridge !== null && !mayClose && sendCount > 0,
    close(keepsRunning: boolean): void {
      mayClose = true
      store.setState({ isAskingToClose: false })
      bridge?.close(keepsRunning)
    },
    stay: () => store.setState({ isAskingToClose: false }),
  }
}

/** The command of the desktop app before it closes a window with sends under way. */
const closeCommand = 'closeWindow'
