import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { rowOfKey } from '../../components/lists/RowList.tsx'
import type { ExplorerRow } from '../../graphql/explorer/explorer-rows.ts'
import { useGraphQlEditing } from '../../wiring/use-stores.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/** What the keys of the explorer act on. */
export interface KeyedTree {
  readonly activeIndex: number
  readonly total: number
  readonly isReadOnly: boolean
  /** Whether the rows are those of what is expanded now. */
  readonly isCurrent: boolean
  readonly rowAt: (index: number) => ExplorerRow | null
  readonly indexOf: (rowId: string) => Promise<number | null>
  readonly goTo: (index: number) => void
  readonly scroller: RefObject<HTMLElement | null>
}

const pageRows = 10

/** Returns what the explorer does with its rows, and its keys. */
export function useTreeKeys(tabId: string, tree: KeyedTree) {
  const editing = useGraphQlEditing()
  const { activeIndex, total, isReadOnly, rowAt, indexOf, goTo } = tree
  useKeptFocus(tree.scroller)

  const expand = (row: ExplorerRow, isExpanded: boolean) => editing.setExpanded(tabId, row.id, isExpanded)

  const showDocs = (row: ExplorerRow) => void editing.showRow(tabId, row.id)

  function toggle(row: ExplorerRow): void {
    if (row.state === null || isReadOnly) return
    if (row.isExpandable && row.state === 'unticked') expand(row, true)
    void editing.toggleRow(tabId, row.id)
  }

  async function goToParent(row: ExplorerRow): Promise<void> {
    const parent = await indexOf(row.id.slice(0, Math.max(0, row.id.lastIndexOf('/'))))
    if (parent !== null) goTo(parent)
  }

  function press(key: string): boolean {
    const row = rowAt(activeIndex)
    if (row === null) return false
    const move = rowOfKey(key, activeIndex, total, pageRows)
    if (move !== null) goTo(move)
    else if (key === ' ') toggle(row)
    else if (key === 'F1') showDocs(row)
    else if (key === 'Enter') expand(row, row.isExpandable && !row.isExpanded)
    else if (key === 'ArrowRight' && row.isExpandable && !row.isExpanded) expand(row, true)
    else if (key === 'ArrowRight' && row.isExpandable) goTo(activeIndex + 1)
    else if (key === 'ArrowLeft' && row.isExpanded) expand(row, false)
    else if (key === 'ArrowLeft') void goToParent(row)
    else return false
    return true
  }

  // Rows come from the worker: keys that are faster wait for them.
  const waiting = useRef<string[]>([])
  const isReady = tree.isCurrent && rowAt(activeIndex) !== null
  useEffect(() => {
    const key = isReady ? waiting.current.shift() : undefined
    if (key !== undefined) press(key)
  })

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.key === 'Tab') return
    if (!isReady && treeKeys.has(event.key)) waiting.current.push(event.key)
    else if (!press(event.key)) return
    event.preventDefault()
  }

  return { toggle, expand, showDocs, handleKeyDown }
}

const treeKeys: ReadonlySet<string> = new Set([
  ...['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'],
  ...['PageDown', 'PageUp', 'Home', 'End', ' ', 'Enter', 'F1'],
])
