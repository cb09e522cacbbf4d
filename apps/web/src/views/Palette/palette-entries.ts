import { type HistorySummary, requestKinds, shownName } from '@parley/model'
import type { LibraryTree } from '@parley/server/contract'
import { settingsPages } from '../../workbench/dialogs.ts'
import { entryBadge } from '../../workbench/entry-badge.ts'
import { timeLabel } from '../../workbench/history-days.ts'
import { findInGroup, type PaletteGroup, paletteQuery } from '../../workbench/palette-search.ts'
import { withUrl } from '../../workbench/request/edit-rows.ts'
import { badgeOf, isRequestTab, tabName } from '../../workbench/tabs/request-tab.ts'
import { withoutOrigin } from '../History/shown-url.ts'
import { focusUrl } from '../Shortcuts/focus-pane.ts'
import type { Action, PaletteStores } from './palette-action.ts'
import {
  assistantActions,
  collectionCommands,
  ownCommands,
  requestCommands,
  tabCommands,
} from './palette-commands.ts'
import { foundSettings } from './palette-settings.ts'
import { requestActionId, treeActions } from './tree-actions.ts'

/** What the palette searches beside the stores. */
export interface PaletteSources {
  readonly tree: LibraryTree | null
  readonly history: readonly HistorySummary[]
  /** The requests whose URL contains what is typed. */
  readonly foundByUrl: ReadonlySet<string>
  /** The IDs of the entries that were used last, the latest first. */
  readonly recent: readonly string[]
  /** The IDs of what the user marked in the sidebar. */
  readonly favourites: readonly string[]
}

/**
 * Returns the entries that match the typed text; without a text, the favourites, what was used last, open tabs and commands. Only if
 * nothing matches, the letters of a word may be anywhere in a name.
 */
export function paletteGroups(
  stores: PaletteStores,
  sources: PaletteSources,
  typed: string,
): readonly PaletteGroup<Action>[] {
  const { words } = paletteQuery(typed)
  const found = matchingGroups(stores, sources, typed, false)
  const groups = found.length > 0 ? found : matchingGroups(stores, sources, typed, true)
  // A command whose whole name is typed comes before requests that only contain it.
  const isNamed = ({ entries }: PaletteGroup<Action>) =>
    entries[0]?.label.toLowerCase() === words.join(' ') ? 0 : 1
  return groups.toSorted((one, other) => isNamed(one) - isNamed(other))
}

function matchingGroups(
  stores: PaletteStores,
  { tree, history, foundByUrl, recent, favourites }: PaletteSources,
  typed: string,
  isLoose: boolean,
): readonly PaletteGroup<Action>[] {
  const { wants, words } = paletteQuery(typed)
  const found = new Set(Array.from(foundByUrl, requestActionId))
  const group = (title: string, actions: readonly Action[]) =>
    findInGroup(title, actions, words, { isLoose, recent, found })
  const commandList = [
    ...requestCommands(stores),
    ...ownCommands(stores),
    ...tabCommands(stores),
    ...assistantActions(stores),
    ...collectionCommands(stores, tree),
  ]
  const commands = () => [
    group('Commands', commandList),
    group('Settings', settingActions(stores, words.length > 0)),
  ]
  const environments = () => group('Environments', environmentActions(stores))
  const { requests, examples, containers } = treeActions(stores, tree)
  const all = () =>
    words.length === 0
      ? withRecent(
          [
            ...requests,
            ...containers,
            ...environmentActions(stores),
            ...commandList,
            ...settingActions(stores, true),
          ],
          { recent, favourites },
          [group('Open tabs', tabActions(stores)), ...commands()],
        )
      : [
          { title: 'URL', entries: urlActions(stores, typed.trim()), more: 0 },
          group('Requests', requests),
          group('Examples', examples),
          group('Collections and folders', containers),
          environments(),
          ...commands(),
          group(
            'History',
            history.map(entry => historyAction(stores, entry)),
          ),
        ]
  const groups = wants === 'commands' ? commands() : wants === 'environments' ? [environments()] : all()
  return groups.filter(({ entries }) => entries.length > 0)
}

/** The number of entries in the first group of an empty palette. */
const recentShown = 5

/** Puts the favourites and what was used last before the other groups, each entry once. */
function withRecent(
  actions: readonly Action[],
  { recent, favourites }: Pick<PaletteSources, 'recent' | 'favourites'>,
  groups: readonly PaletteGroup<Action>[],
): readonly PaletteGroup<Action>[] {
  const marked = favourites.flatMap(id => [requestActionId(id), `container:${id}`])
  const wanted = new Set([...recent, ...marked])
  const byId = new Map<string, Action>()
  for (const action of actions) if (wanted.has(action.id)) byId.set(action.id, action)
  const favoured = marked.flatMap(id => byId.get(id) ?? [])
  const used = recent
    .flatMap(id => byId.get(id) ?? [])
    .filter(one => !favoured.includes(one))
    .slice(0, recentShown)
  const first = new Set([...favoured, ...used].map(({ id }) => id))
  const isOther = ({ id }: Action) => !first.has(id)
  return [
    { title: 'Favourites', entries: favoured, more: 0 },
    { title: 'Recently used', entries: used, more: 0 },
    ...groups.map(group => ({ ...group, entries: group.entries.filter(isOther) })),
  ]
}

/** The beginnings of texts that are opened as a URL. */
const urlBeginnings = ['http://', 'https://', 'ws://', 'wss://', 'localhost:', '127.0.0.1:', '{{']

/** Offers to open a URL that was pasted or typed. */
function urlActions({ workbench }: PaletteStores, typed: string): readonly Action[] {
  const text = typed.toLowerCase()
  const isUrl = urlBeginnings.some(beginning => text.startsWith(beginning) && text !== beginning)
  if (!isUrl || typed.includes(' ')) return []
  const kind = text.startsWith('ws') ? 'webSocket' : 'http'
  const action: Action = {
    id: 'url',
    kind: 'url',
    label: `Open ${typed}`,
    place: `New ${requestKinds[kind].name} tab`,
    method: null,
    opensRequest: true,
    run() {
      const tabId = workbench.newRequestTab(kind)
      workbench.editDraft(tabId, draft => withUrl(draft, typed))
      focusUrl()
    },
  }
  return [action]
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

/** The pages of Settings, and every setting by its own name once something is typed. */
function settingActions({ dialogs }: PaletteStores, isTyped: boolean): readonly Action[] {
  const pages = settingsPages.map(
    (page): Action => ({
      ...setting(page, page),
      place: 'Settings',
      run: () => dialogs.openSettings(page),
    }),
  )
  if (!isTyped) return pages
  return [
    ...pages,
    ...foundSettings.map(
      ({ page, label, words }): Action => ({
        ...setting(`${page}:${label}`, label),
        place: `Settings · ${page}`,
        keywords: words,
        run: () => dialogs.openSettings(page, label),
      }),
    ),
  ]
}

const setting = (id: string, label: string) => ({
  id: `setting:${id}`,
  kind: 'setting' as const,
  label,
  method: null,
})

function historyAction(stores: PaletteStores, entry: HistorySummary): Action {
  const { id, url, sentAt } = entry
  return {
    id: `history:${id}`,
    kind: 'history',
    label: withoutOrigin(url),
    place: timeLabel(sentAt, Date.now()),
    method: entryBadge(entry),
    opensRequest: true,
    run: async () => (await stores.loadHistoryCommands()).openEntry(id, true),
  }
}
