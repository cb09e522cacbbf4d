import type { DesktopEvent } from '@parley/server/contract'
import type { WindowContext } from '../window/window-context.ts'
import { describeCallError } from './describe-error.ts'
import type { FileSaver } from './file-saver.ts'
import type { ServerClient } from './server-client.ts'

export type DesktopSaver = FileSaver & {
  /** Takes the end of a download. */
  receive(event: Extract<DesktopEvent, { type: 'download' }>): void
}

/** Has the desktop app's server save files in the user's folder for downloads, whatever host the window is in. */
export function createDesktopSaver(
  calls: ServerClient['desktop'],
  { windowId, newId, toasts }: Pick<WindowContext, 'windowId' | 'newId' | 'toasts'>,
): DesktopSaver {
  const report = (saving: Promise<unknown>) =>
    void saving.catch(error => toasts.showError('Not saved', describeCallError(error)))
  async function show(downloadId: string, name: string): Promise<void> {
    const { isShown } = await calls.showDownload({ downloadId })
    if (isShown) return
    toasts.showError(
      'Not shown',
      `“${name}” was moved, deleted or replaced. Look in your folder for downloads.`,
    )
  }
  return {
    saveFrom: path =>
      report(calls.saveTicket({ windowId, downloadId: newId(), ticketId: path.replace(/^\/ticket\//, '') })),
    saveText: (name, text) => report(calls.saveText({ windowId, downloadId: newId(), name, text })),
    receive(event) {
      if (event.state === 'failed')
        return toasts.showError('Not saved', `${event.sentence} ${event.nextStep}`, { asks: true })
      const { downloadId, name } = event
      toasts.show({
        kind: 'done',
        owner: 'page',
        title: 'Saved to Downloads',
        code: name,
        text: '',
        action: { label: 'Show in folder', run: () => report(show(downloadId, name)) },
      })
    },
  }
}
