import { type HistorySummary, openKinds, requestKinds, shownName } from '@parley/model'
import type { LibraryTree } from '@parley/server/contract'
import { exampleNodes } from '../../library/example-nodes.ts'
import { entriesById } from '../../library/find-entry.ts'
import type { Stores } from '../../wiring/create-stores.ts'
import { activeTab } from '../../workbench/active-tab.ts'
import { assistantCommands } from '../../workbench/assistant/tab-conversation.ts'
import { settingsPages } from '../../workbench/dialogs.ts'
import { timeLabel } from '../../workbench/history-days.ts'
import {
  findInGroup,
  type PaletteEntry,
  type PaletteGroup,
  paletteQuery,
} from '../../workbench/palette-search.ts'
import { shortcuts } from '../../workbench/settings/keymap.ts'
import { badgeOf, isRequestTab, tabName } from '../../workbench/tabs/request-tab.ts'
import { showAssistant } from '../Assistant/show-assistant.ts'
import { entryBadge } from '../History/outcome-words.ts'
import { withoutOrigin } from '../History/shown-url.ts'
import { openNewRequest } from '../Request/open-new-request.ts'
import { keepFocus } from '../Shortcuts/focus-pane.ts'
import { type ShortcutStores, shortcutCommands } from '../Shortcuts/shortcut-commands.ts'
import { focusTree } from '../Sidebar/tree-focus.ts'

/** The stores that the palette searches and changes. */
export type PaletteStores = ShortcutStores &
  Pick<
    Stores,
    'library' | 'containerTabs' | 'variableTabs' | 'runPages' | 'historyCommands' | 'loadAssistant'
  >

/** An entry with what it does. */
export interface Action extends PaletteEntry {
  readonly kind:
    | 'tab'
    | 'request'
    | 'example'
    | 'container'
    | 'environment'
    | 'command'
    | 'setting'
    | 'history'
  /** The keys of a command as the keymap names it. */
  readonly command?: (typeof shortcuts)[number]['command']
  run(): void | Promise<void>
  /** Whether a request is open afterwards, which can be sent at once. */
  readonly opensRequest?: true
  /** Whether another page is open afterwards, which gets the focus. */
  readonly opensPage?: true
}

/** Returns the entries that match the typed text; without a text, open tabs and commands. */
export function paletteGroups(
  stores: PaletteStores,
  tree: LibraryTree | null,
  history: readonly HistorySummary[],
  typed: string,
): readonly PaletteGroup<Action>[] {
  const { wants, words } = paletteQuery(typed)
  const group = (title: string, actions: () => readonly Action[]) => () =>
    findInGroup(title, actions(), words)
  const commands = [
    group('Commands', () => [
      ...ownCommands(stores),
      ...assistantActions(stores),
      ...collectionCommands(stores, tree),
    ]),
    group('Settings', () => settingActions(stores)),
  ]
  const environments = group('Environments', () => environmentActions(stores))
  const all =
    words.length === 0
      ? [group('Open tabs', () => tabActions(stores)), ...commands]
      : [
          group('Requests', () => requestActions(stores, tree)),
          group('Examples', () => exampleActions(stores, tree)),
          group('Collections and folders', () => containerActions(stores, tree)),
          environments,
          ...commands,
          group('History', () => history.map(entry => historyAction(stores, entry))),
        ]
  const wanted = wants === 'commands' ? commands : wants === 'environments' ? [environments] : all
  const found = wanted.map(find => find()).filter(({ entries }) => entries.length > 0)
  // A command whose whole name is typed comes before requests that only contain it.
  const isNamed = ({ entries }: PaletteGroup<Action>) =>
    entries[0]?.label.toLowerCase() === words.join(' ') ? 0 : 1
  return found.toSorted((one, other) => isNamed(one) - isNamed(other))
}

function tabActions({ workbench }: PaletteStores): readonly Action[] {
  return workbench.store.getState().tabs.map(tab => ({
    id: `tab:${tab.id}`,
    kind: 'tab',
    label: tabName(tab),
    place: '',
    method: badgeOf(tab),
    ...(isRequestTab(tab) ? { opensRequest: true } : {}),
    run: () => workbench.activateTab(tab.id),
  }))
}

function requestActions(stores: PaletteStores, tree: LibraryTree | null): readonly Action[] {
  return treeEntries(tree).flatMap(entry => {
    const { node, path } = entry
    if (node.kind !== 'request') return []
    const action: Action = {
      id: `request:${node.id}`,
      kind: 'request',
      label: shownName(node.name),
      place: shownName(path.join(' / ')),
      method: node.method,
      opensRequest: true,
      run: () => stores.library.openRequest(entry),
    }
    return [action]
  })
}

function exampleActions(stores: PaletteStores, tree: LibraryTree | null): readonly Action[] {
  return treeEntries(tree).flatMap(entry => {
    const { node, path } = entry
    if (node.kind !== 'request') return []
    return exampleNodes(node).map(
      ({ id, name, statusCode, exampleId }): Action => ({
        id,
        kind: 'example',
        label: shownName(name),
        place: shownName([...path, node.name].join(' / ')),
        method: statusCode === 0 ? null : String(statusCode),
        opensPage: true,
        run: () => stores.exampleTabs.open(entry, exampleId),
      }),
    )
  })
}

function containerActions(stores: PaletteStores, tree: LibraryTree | null): readonly Action[] {
  return treeEntries(tree).flatMap(entry => {
    const { node, path } = entry
    if (node.kind === 'request') return []
    const action: Action = {
      id: `container:${node.id}`,
      kind: 'container',
      label: shownName(node.name),
      place: path.length === 0 ? 'Collection' : shownName(path.join(' / ')),
      method: null,
      opensPage: true,
      run: () => stores.containerTabs.open(entry),
    }
    return [action]
  })
}

const treeEntries = (tree: LibraryTree | null) => (tree === null ? [] : [...entriesById(tree).values()])

function environmentActions({ environments }: PaletteStores): readonly Action[] {
  const { environments: listed, activeId } = environments.store.getState()
  const choices = [...listed, { id: null, name: 'No environment', collection: null }]
  return choices.map(({ id, name, collection }) => ({
    id: `environment:${id ?? ''}`,
    kind: 'environment',
    label: shownName(name),
    place: id === activeId ? 'In use' : shownName(collection ?? ''),
    method: null,
    run: () => environments.activate(id),
  }))
}

/** The commands that have shortcuts, and those on the whole workspace. */
function ownCommands(stores: PaletteStores): readonly Action[] {
  const { workbench, library, dialogs, dialogCommands, environments, variableTabs } = stores
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
    commandOf('Save as example', () => dialogs.open('saveExample')),
    commandOf('New environment', async () => {
      const id = await environments.create()
      if (id !== null) variableTabs.open({ kind: 'environment', id })
    }),
    opening('Workspace variables', () => variableTabs.open({ kind: 'workspace' })),
    opening('Global variables', () => variableTabs.open({ kind: 'global' })),
    commandOf('Collapse all', () => {
      library.collapseAll()
      focusTree()
    }),
    commandOf('Recently deleted', () => dialogCommands.openRecentlyDeleted()),
    commandOf('Import', () => dialogs.open('import')),
    commandOf('Export', () => dialogCommands.openExport(null)),
    commandOf('Export everything', () => dialogCommands.openExport(null, 'everything')),
    commandOf('Open workspace', () => dialogs.open('openWorkspace')),
    commandOf('New workspace', () => dialogs.open('newWorkspace')),
  ]
}

function collectionCommands(stores: PaletteStores, tree: LibraryTree | null): readonly Action[] {
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
function assistantActions(stores: PaletteStores): readonly Action[] {
  const { workbench, settings } = stores
  const tab = activeTab(workbench.store.getState())
  if (tab === null || !isRequestTab(tab) || !settings.store.getState().settings.assistant.enabled) return []
  return Object.entries(assistantCommands).map(([label, about]) =>
    commandOf(label, () => showAssistant(stores, tab.id, about)),
  )
}

const commandOf = (label: string, run: Action['run']): Action => ({
  id: `command:${label}`,
  kind: 'command',
  label,
  place: '',
  method: null,
  run,
})

const opening = (label: string, run: Action['run']): Action => ({ ...commandOf(label, run), opensPage: true })

function settingActions({ dialogs }: PaletteStores): readonly Action[] {
  return settingsPages.map(page => ({
    id: `setting:${page}`,
    kind: 'setting',
    label: page,
    place: 'Settings',
    method: null,
    run: () => dialogs.openSettings(page),
  }))
}

function historyAction(stores: PaletteStores, entry: HistorySummary): Action {
  const { id, url, sentAt } = entry
  return {
    id: `history:${id}`,
    kind: 'history',
    label: withoutOrigin(url),
    place: timeLabel(sentAt, Date.now()),
    method: entryBadge(entry),
    opensRequest: true,
    run: () => stores.historyCommands.openEntry(id),
  }
}
