import { exampleOfNode } from '../../library/example-nodes.ts'
import type { Stores } from '../../wiring/create-stores.ts'
import { activeRun, activeTab, activeVariables } from '../../workbench/active-tab.ts'
import { sendMessageEvent } from '../../workbench/request/send-message-event.ts'
import type { ShortcutCommand } from '../../workbench/settings/keymap.ts'
import { toggleLayout } from '../../workbench/settings/toggle-layout.ts'
import { isUnsaved, responseOf, shownSend } from '../../workbench/tabs/request-tab.ts'
import { focusedQueryTab } from '../GraphQl/focused-query.ts'
import { openNewRequest } from '../Request/open-new-request.ts'
import { focusedTreeId } from '../Sidebar/tree-focus.ts'
import { findInPane, findSoon, replaceInEditor } from './find-in-pane.ts'
import { focusPane, focusUrl, keepFocus } from './focus-pane.ts'

/** What the shortcuts act on. */
export type ShortcutStores = Pick<
  Stores,
  | 'workbench'
  | 'saving'
  | 'sidebar'
  | 'naming'
  | 'environments'
  | 'layout'
  | 'settings'
  | 'dialogs'
  | 'dialogCommands'
  | 'loadLanguageStores'
  | 'library'
  | 'requestTabs'
  | 'containerTabs'
  | 'exampleTabs'
  | 'loadExampleCommands'
  | 'variableTabs'
  | 'runPages'
  | 'window'
>

/** What each shortcut does, also if its command is chosen by name. */
export function shortcutCommands(stores: ShortcutStores): Readonly<Record<ShortcutCommand, () => void>> {
  const { workbench, saving, sidebar, naming, environments, layout, dialogs } = stores
  const activePlace = () => activeVariables(workbench.store.getState())?.place
  return {
    search: () => dialogs.open('palette'),
    // In a query it is the operation at the cursor, beside the message of a WebSocket that message.
    send: () => sendFocused(stores),
    stop: () => {
      const run = activeRun(workbench.store.getState())
      if (run === null) void workbench.cancelActiveSend()
      else stores.runPages.stop(run.id)
    },
    save: () => void saving.save(workbench.store.getState().activeTabId),
    newTab: () => openNewRequest(workbench),
    closeTab: () => {
      const { activeTabId } = workbench.store.getState()
      if (activeTabId === null) return
      workbench.closeTab(activeTabId)
      keepFocus()
    },
    reopenTab: () => reopenTab(stores),
    nextTab: () => {
      workbench.activateNeighbour(1)
      keepFocus()
    },
    previousTab: () => {
      workbench.activateNeighbour(-1)
      keepFocus()
    },
    find: () => findInResponse(workbench),
    replace: replaceInEditor,
    // In the sidebar they act on the focused row, elsewhere on the active tab.
    rename: () => {
      const id = focusedTreeId()
      const place = activePlace()
      if (id !== null) sidebar.startRename(id)
      else if (place?.kind === 'environment') environments.startRename(place.id)
      else naming.start(workbench.store.getState().activeTabId)
    },
    duplicate: () => duplicateFocused(stores),
    focusUrl,
    toggleSidebar: layout.toggleSidebar,
    toggleLayout: () => toggleLayout(stores),
    nextPane: () => focusPane(1),
    previousPane: () => focusPane(-1),
    generateCode: stores.dialogCommands.generateCode,
    openSettings: () => dialogs.openSettings(),
  }
}

function duplicateFocused({ workbench, sidebar, loadExampleCommands, window }: ShortcutStores): void {
  const treeId = focusedTreeId()
  const tab = treeId === null ? activeTab(workbench.store.getState()) : null
  const id = treeId ?? tab?.source?.requestId ?? null
  const example = id === null ? null : exampleOfNode(id)
  if (example !== null) void loadExampleCommands().then(one => one.duplicate(example))
  else if (id !== null)
    void sidebar.duplicate(id).then(async copyId => {
      keepFocus()
      if (copyId === null || tab === null || !isUnsaved(tab)) return
      const { takeEdits } = await import('../../workbench/tabs/take-edits.ts')
      takeEdits(workbench, copyId, tab, window.newId())
    })
}

function sendFocused(stores: ShortcutStores): void {
  const { workbench } = stores
  if (isMessageSent()) return
  const run = activeRun(workbench.store.getState())
  const tabId = focusedQueryTab()
  if (run !== null) stores.runPages.startByShortcut(run.id)
  else if (tabId === null) void workbench.sendActiveTab()
  else void stores.loadLanguageStores().then(({ graphQlEditing }) => graphQlEditing.sendAtCursor(tabId))
}

function reopenTab(stores: ShortcutStores): void {
  const { tree } = stores.library.store.getState()
  if (!stores.workbench.reopenTab()) return
  // Its file may have been changed, moved or deleted since then.
  if (tree !== null)
    for (const tabs of [stores.requestTabs, stores.containerTabs, stores.exampleTabs]) tabs.follow(tree)
  stores.variableTabs.readAll()
  keepFocus()
}

/** Searches what has the focus, otherwise the body of the response, which is shown for that. */
function findInResponse(workbench: Stores['workbench']): void {
  if (findInPane()) return
  const tab = activeTab(workbench.store.getState())
  if (tab === null || responseOf(shownSend(tab.send)) === null) return
  workbench.chooseResponseSection(tab.id, 'body')
  findSoon()
}

/** Asks the message section that has the focus to send its message. Returns false if there is none. */
function isMessageSent(): boolean {
  const section = document.activeElement?.closest('[data-sends-message]')
  return section?.dispatchEvent(new Event(sendMessageEvent, { cancelable: true })) === false
}
