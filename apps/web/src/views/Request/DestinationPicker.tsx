import { shownName } from '@parley/model'
import { useState } from 'react'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { ChoiceTree, type ChoiceTreeNode } from '../../components/lists/ChoiceTree.tsx'
import { type Destination, destinationIds, idsAbove, searchDestinations } from '../../library/destinations.ts'
import { useLibrary } from '../../wiring/use-stores.ts'
import styles from './DestinationPicker.module.css'

export interface DestinationPickerProps {
  readonly places: readonly Destination[]
  /** As typed; what it hides cannot be chosen. */
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly chosen: Destination | null
  readonly onChoose: (id: string) => void
}

/**
 * Where a request is to be saved: the tree of collections and folders, expanded as in the sidebar, with a
 * search.
 */
export function DestinationPicker({ places, search, onSearch, chosen, onChoose }: DestinationPickerProps) {
  const library = useLibrary()
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => library.store.getState().toggled)
  const [unfoldedFor, setUnfoldedFor] = useState<string | null>(null)
  // The chosen entry is visible, even if it was just created; the user may collapse it.
  if (chosen !== null && chosen.id !== unfoldedFor) {
    setUnfoldedFor(chosen.id)
    const above = idsAbove(places, chosen.id)
    if (above.some(id => collapsed.has(id)))
      setCollapsed(new Set([...collapsed].filter(id => !above.includes(id))))
  }
  const shown = searchDestinations(places, search)
  const isSearching = search.trim() !== ''
  const ids = destinationIds(shown)
  return (
    <>
      <div className={styles.search}>
        <SearchField
          isPlain
          label="Search collections and folders"
          placeholder="Search collections and folders"
          value={search}
          onChange={onSearch}
        />
      </div>
      <div className={styles.tree}>
        <ChoiceTree
          label="Destination"
          nodes={shown.map(nodeOf)}
          chosenId={chosen?.id ?? null}
          onChoose={onChoose}
          expandedIds={new Set(isSearching ? ids : ids.filter(id => !collapsed.has(id)))}
          onExpandedChange={expanded => setCollapsed(new Set(ids.filter(id => !expanded.has(id))))}
          emptyText={places.length === 0 ? 'No collections yet' : `Nothing matches “${search.trim()}”`}
        />
      </div>
    </>
  )
}

function nodeOf({ id, name, children }: Destination): ChoiceTreeNode {
  return { id, name: shownName(name), children: children.map(nodeOf) }
}
