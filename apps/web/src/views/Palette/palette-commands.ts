import { descriptorOf, openKinds, requestKinds, shownName } from '@parley/model'
import type { LibraryTree } from '@parley/server/contract'
import { activeTab } from '../../workbench/active-tab.ts'
import { assistantCommands } from '../../workbench/assistant/tab-conversation.ts'
import { canRepeat, hasCode } from '../../workbench/request/request-kind.ts'
import { shortcuts } from '../../workbench/settings/keymap.ts'
import { otherRequest } from '../../workbench/tabs/beside.ts'
import { isRequestTab, isUnsaved, responseOf, shownSend } from '../../workbench/tabs/request-tab.ts'
import { canRevert, closeSavedTabs, revertToSaved, saveAllTabs } from '../../workbench/tabs/tab-actions.ts'
import { showAssistant } from '../Assistant/show-assistant.ts'
import { copyAsCurl } from '../GenerateCode/copy-as-curl.ts'
import { runsKey } from '../History/runs-key.ts'
import { openNewRequest } from '../Request/open-new-request.ts'
import { keepFocus } from '../Shortcuts/focus-pane.ts'
import { shortcutCommands } from '../Shortcuts/shortcut-commands.ts'
import { revealInSidebar, sidebarIdOf } from '../Sidebar/reveal-in-sidebar.ts'
import { focusTree } from '../Sidebar/tree-focus.ts'
import { type Action, commandOf, opening, type PaletteStores } from './palette-action.ts'

/** The commands that have shortcuts, and those on the whole workspace. */
export function ownCommands(stores: PaletteStores): readonly Action[] {
  const { workbench, library, dialogs, dialogCommands, environments, variableTabs, settings } = stores
  const run = shortcutCommands(stores)
  const withKeys = shortcuts
    .filter(({ command }) => command !== 'search')
    .map(({ command, label }): Action => ({ ...commandOf(label, run[command]), command }))
  return [
    ...withKeys,
    ...openKinds
      .filter(kind => kind !== 'http')
      .map(kind => commandOf(`New ${requestKinds[kind].name} tab`, () => openNewRequest(workbench, kind))),
    commandOf('Close All Tabs', () => {
      workbench.closeAllTabs()
      keepFocus()
    }),
    commandOf('New environment', async () => {
      const id = await environments.create()
      if (id !== null) variableTabs.open({ kind: 'environment', id })
    }),
    ...(environments.store.getState().activeId === null
      ? []
      : [
          commandOf(
            'Quick edit environment',
            () => dialogs.open('quickEdit'),
            'active variables values change',
          ),
        ]),
    opening('Environments side by side', () => variableTabs.open({ kind: 'sideBySide' })),
    opening('Workspace variables', () => variableTabs.open({ kind: 'workspace' })),
    opening('Global variables', () => variableTabs.open({ kind: 'global' })),
    ...[true, false].map(isFolded =>
      commandOf(isFolded ? 'Collapse all' : 'Expand all', () => {
        library.foldAll(isFolded)
        focusTree()
      }),
    ),
    commandOf('Recently deleted', () => dialogCommands.openRecentlyDeleted()),
    commandOf('Import', () => dialogs.open('import'), 'postman insomnia bruno openapi swagger har curl'),
    commandOf('Export', () => dialogCommands.openExport(null)),
    commandOf('Export everything', () => dialogCommands.openExport(null, 'everything')),
    commandOf('Open workspace', () => dialogs.open('openWorkspace')),
    commandOf('New workspace', () => dialogs.open('newWorkspace')),
    { ...commandOf('Clear History', () => {}, 'remove delete sends'), asks: 'clearHistory' },
    ...(['dark', 'light', 'system'] as const).map(theme =>
      commandOf(
        `Use ${theme} theme`,
        () => void settings.change('appearance', { theme }),
        'appearance colour color mode',
      ),
    ),
  ]
}

/** What can be done with the open tabs. */
export function tabCommands(stores: PaletteStores): readonly Action[] {
  const { workbench, beside } = stores
  const state = workbench.store.getState()
  const { tabs, activeTabId } = state
  const isSplit = beside.store.getState().tabId !== null
  const active = tabs.find(({ id }) => id === activeTabId)
  const command = (isThere: boolean, label: string, run: () => void) =>
    isThere ? [commandOf(label, run, 'tabs')] : []
  return [
    ...command(sidebarIdOf(active) !== null, 'Reveal in Sidebar', () => revealInSidebar(stores, active)),
    ...command(active?.kind === 'request', 'Duplicate Tab', () => workbench.duplicateTab(active?.id ?? '')),
    ...command(!isSplit && otherRequest(state, activeTabId ?? '') !== null, 'Open to the Side', () =>
      beside.open(activeTabId ?? ''),
    ),
    ...command(isSplit, 'Close the Side', beside.close),
    ...command(tabs.some(isUnsaved), 'Save All', () => void saveAllTabs(stores)),
    ...command(canRevert(active), 'Revert to Saved', () => revertToSaved(stores, active?.id ?? '')),
    ...command(!tabs.every(isUnsaved), 'Close Saved Tabs', () => {
      closeSavedTabs(stores)
      keepFocus()
    }),
    ...command(tabs.length > 1, 'Close Other Tabs', () => {
      workbench.closeOtherTabs(active?.id ?? '')
      keepFocus()
    }),
  ]
}

/** What can be done with each collection. */
export function collectionCommands(stores: PaletteStores, tree: LibraryTree | null): readonly Action[] {
  const { sidebar, runPages, dialogCommands } = stores
  return (tree?.collections ?? []).flatMap(node => {
    const { id } = node
    const name = shownName(node.name)
    return [
      opening(`Run Collection: ${name}`, () => runPages.open({ node, path: [], parentId: null })),
      opening(`Load test: ${name}`, () => runPages.open({ node, path: [], parentId: null }, true)),
      commandOf(`New HTTP request in ${name}`, () => sidebar.addRequest(id, 'http')),
      commandOf(`New folder in ${name}`, () => sidebar.addFolder(id)),
      commandOf(`Export ${name}`, () => dialogCommands.openExport(id)),
    ]
  })
}

/** What the assistant can be asked for about the request of the active tab; nothing while it is off. */
export function assistantActions(stores: PaletteStores): readonly Action[] {
  const { workbench, settings } = stores
  const tab = activeTab(workbench.store.getState())
  if (tab === null || !isRequestTab(tab) || !settings.store.getState().settings.assistant.enabled) return []
  return Object.entries(assistantCommands).map(([label, about]) =>
    commandOf(label, () => showAssistant(stores, tab.id, about)),
  )
}

/** What can be done with the request of the active tab. */
export function requestCommands(stores: PaletteStores): readonly Action[] {
  const { workbench, dialogs, toasts } = stores
  const tab = activeTab(workbench.store.getState())
  if (tab === null) return []
  const response = responseOf(shownSend(tab.send))
  const compare = async () => {
    const shown = 'sendId' in tab.send ? tab.send.sendId : ''
    const { listAll } = await stores.loadHistory()
    const runs = (await listAll()).filter(({ requestId }) => requestId === runsKey(tab))
    const earlier = runs.find(({ id, state }) => id !== shown && state === 'answered')
    if (earlier === undefined)
      toasts.show({
        kind: 'notice',
        owner: { tabId: tab.id },
        subject: 'nothing to compare',
        title: 'Nothing to compare',
        code: '',
        text: 'The history has no other response of this request. Send it again.',
      })
    else await (await stores.loadHistoryCommands()).compareWith(tab.id, earlier.id)
  }
  return [
    ...(hasCode(tab.draft)
      ? [
          commandOf(
            `Copy as ${descriptorOf(tab.draft).copiedAs}`,
            () => copyAsCurl(stores),
            'curl code terminal shell',
          ),
        ]
      : []),
    ...(canRepeat(tab.draft)
      ? [commandOf('Send repeatedly', () => dialogs.open('repeat'), 'repeat poll loop interval')]
      : []),
    // Without a response its dialog says what to do first.
    commandOf('Save as example', () => dialogs.open('saveExample'), 'response mock'),
    ...(response === null
      ? []
      : [commandOf('Compare with previous response', compare, 'diff difference changes history')]),
  ]
}
