import type { HistorySummary } from '@parley/model'
import { type MenuPlace, PlacedMenu } from '../../components/menus/PlacedMenu.tsx'
import { copyText } from '../../server-client/body-actions.ts'
import { useHistoryCommands } from '../../wiring/use-stores.ts'

/** An entry whose menu is open. */
export interface EntryMenuPlace extends MenuPlace {
  readonly entry: HistorySummary
}

const actions = [
  { id: 'open', label: 'Open' },
  { id: 'copyUrl', label: 'Copy URL' },
] as const

/** The context menu of an entry of the history. */
export function EntryMenu({
  place,
  onClose,
}: {
  readonly place: EntryMenuPlace
  readonly onClose: () => void
}) {
  const { openEntry } = useHistoryCommands()
  const { id, url } = place.entry
  return (
    <PlacedMenu
      label="History entry"
      place={place}
      actions={actions}
      onAction={action => void (action === 'open' ? openEntry(id, true) : copyText(Promise.resolve(url)))}
      onClose={onClose}
    />
  )
}
