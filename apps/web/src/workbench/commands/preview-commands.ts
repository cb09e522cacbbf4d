import { isRequestTab, isUnsaved, type OpenTab, type RequestTab } from '../tabs/request-tab.ts'
import { removeTab } from './closing-commands.ts'
import type { SendCalls } from './send-calls.ts'
import { addTab, changeTab, type NewTab, type TabStore } from './tab-store.ts'

/** The commands of the preview tab, in which requests are looked at one after another (behaviour, Preview tab). */
export function previewCommands(store: TabStore, sends: Pick<SendCalls, 'release'>) {
  const keepOpen = (tabId: string) => {
    if (store.getState().tabs.some(tab => tab.id === tabId && isPreview(tab)))
      changeTab(store, tabId, tab => ({ ...tab, isPreview: false }))
  }
  store.subscribe(({ tabs }, before) => {
    const preview = tabs === before.tabs ? undefined : tabs.find(isPreview)
    if (preview !== undefined && isUsed(preview, before.tabs)) keepOpen(preview.id)
  })
  return {
    /** Makes the preview tab an ordinary one. */
    keepOpen,
    /** Opens a request in the place of the one that the preview tab shows. Returns the ID of the tab. */
    openPreview(opened: NewTab): string {
      const replaced = store.getState().tabs.find(isPreview)
      const id = addTab(store, opened, replaced?.id)
      changeTab(store, id, tab => ({ ...tab, isPreview: true }))
      if (replaced !== undefined) removeTab(store, sends, replaced.id)
      return id
    },
  }
}

export type PreviewCommands = ReturnType<typeof previewCommands>

/** Whether a tab is the preview tab. */
export function isPreview(tab: OpenTab): tab is RequestTab {
  return isRequestTab(tab) && tab.isPreview === true
}

/** Whether the user works on the request of the preview tab: it was edited, sent or saved. */
function isUsed(tab: RequestTab, before: readonly OpenTab[]): boolean {
  const isSent = tab.send.state === 'awaiting' && tab.send.isRestored !== true
  const earlier = before.find(({ id }) => id === tab.id)
  const isInNewFile =
    earlier !== undefined && isRequestTab(earlier) && earlier.source === null && tab.source !== null
  return isSent || isInNewFile || isUnsaved(tab)
}
