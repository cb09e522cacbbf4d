import { type HistorySummary, requestKinds } from '@parley/model'
import type { MenuAction } from '../../components/menus/ActionMenu.tsx'
import { type MenuPlace, PlacedMenu } from '../../components/menus/PlacedMenu.tsx'
import { findEntry } from '../../library/find-entry.ts'
import { copyText } from '../../server-client/body-actions.ts'
import { useHistory, useHistoryCommands, useStores } from '../../wiring/use-stores.ts'
import { activeTab } from '../../workbench/active-tab.ts'
import { responseOf } from '../../workbench/tabs/request-tab.ts'
import { copyAsCurl } from '../GenerateCode/copy-as-curl.ts'

/** An entry whose menu is open. */
export interface EntryMenuPlace extends MenuPlace {
  readonly entry: HistorySummary
}

type EntryAction = 'open' | 'copyUrl' | 'copyCode' | 'compare' | 'delete'

/** The context menu of an entry of the history. */
export function EntryMenu({
  place,
  onClose,
}: {
  readonly place: EntryMenuPlace
  readonly onClose: () => void
}) {
  const stores = useStores()
  const history = useHistory()
  const { openEntry, compareWith } = useHistoryCommands()
  const { id, url } = place.entry
  const tab = activeTab(stores.workbench.store.getState())
  const shownId =
    tab === null || responseOf(tab.send) === null || !('sendId' in tab.send) ? id : tab.send.sendId
  const isComparable = place.entry.state === 'answered' && shownId !== id

  async function copyCode(): Promise<void> {
    const entry = await history.read(id)
    if (entry?.request.kind !== 'http') return
    const parentId = findEntry(stores.library.store.getState().tree, entry.requestId)?.parentId ?? null
    await copyAsCurl(stores, { request: entry.request, parentId })
  }

  const run: Readonly<Record<EntryAction, () => Promise<void>>> = {
    open: () => openEntry(id, true),
    copyUrl: () => copyText(Promise.resolve(url)),
    copyCode,
    compare: async () => {
      if (tab !== null) await compareWith(tab.id, id)
    },
    delete: () => history.remove(id),
  }
  return (
    <PlacedMenu
      label="History entry"
      place={place}
      actions={actionsOf(place.entry, isComparable)}
      onAction={action => void run[action]()}
      onClose={onClose}
    />
  )
}

function actionsOf(
  { kind = 'http' }: HistorySummary,
  isComparable: boolean,
): readonly MenuAction<EntryAction>[] {
  const { copiedAs } = requestKinds[kind]
  return [
    { id: 'open', label: 'Open' },
    { id: 'copyUrl', label: 'Copy URL' },
    ...(copiedAs === null ? [] : [{ id: 'copyCode', label: `Copy as ${copiedAs}` } as const]),
    { id: 'compare', label: 'Compare with the shown response', isDisabled: !isComparable },
    { id: 'delete', label: 'Delete', startsGroup: true, isDestructive: true },
  ]
}
