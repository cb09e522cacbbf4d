import type { WindowContext } from '../../window/window-context.ts'
import { createConflicts } from './conflicts.ts'
import type { DocumentServices } from './document-parts.ts'
import type { OpenTabs } from './document-tabs.ts'
import { createSaveQueue } from './save-queue.ts'

/** The subject of the toast of a tab's save that failed; other tabs' saves leave it. */
const notSaved = (tabId: string) => `not saved ${tabId}`

/** What all open documents of a window share: one queue of saves, and the conflicts that wait for the user. */
export function createDocumentServices(
  workbench: OpenTabs,
  { toasts, describeError, newId }: Pick<WindowContext, 'toasts' | 'describeError' | 'newId'>,
): DocumentServices {
  const conflicts = createConflicts()
  workbench.subscribe(({ tabs }, before) => {
    if (tabs !== before.tabs) conflicts.withdrawSettled()
  })
  return {
    toasts,
    describeError,
    newId,
    notSaved: (tabId, text) =>
      toasts.show({
        kind: 'error',
        owner: 'page',
        asks: true,
        subject: notSaved(tabId),
        title: 'Not saved',
        code: '',
        text,
      }),
    saved: tabId => toasts.dismissOf(notSaved(tabId)),
    offerUndo: (text, run) =>
      toasts.show({
        kind: 'done',
        // The decision may have closed the tab, which Undo opens again.
        owner: 'page',
        title: 'Conflict resolved',
        code: '',
        text,
        action: { label: 'Undo', run },
      }),
    queue: createSaveQueue(),
    conflicts,
  }
}
