import type { LiveRow } from '@parley/server/contract'
import { type KeyboardEvent, type UIEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { rowOfKey } from '../../components/lists/RowList.tsx'
import type { ScaledRows } from '../../components/lists/use-scaled-rows.ts'
import { type ListOrder, lineCount, lineOf } from '../../workbench/live/list-window.ts'
import type { LiveList } from '../../workbench/live/live-list.ts'

export interface ListMoves {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
  /** Marks and opens the row of a line. */
  readonly choose: (line: number) => void
}

/** Keeps the newest message of a list in view, until the user moves in the list. */
export function useListMoves(
  list: LiveList,
  scaled: ScaledRows,
  rowHeight: number,
  onOpen: (row: LiveRow) => void,
): ListMoves {
  const state = useStore(list.store)
  const { order, isFollowing, marked, session } = state
  const { showRow, pageRows } = scaled
  const lines = lineCount(state)
  const scrolledTo = useRef(0)
  const hasMoved = useRef(false)
  const newestLine = order === 'newestFirst' ? 0 : lines - 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows again wants to see the newest message.
  useEffect(() => {
    hasMoved.current = false
  }, [isFollowing])
  const isOpen = session?.state === 'open'
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the list has become higher or lower.
  useEffect(() => {
    // A session that has ended cannot be paused, but its list keeps its place as well.
    if (isFollowing && newestLine >= 0 && (isOpen || !hasMoved.current)) showRow(newestLine)
  }, [isFollowing, newestLine, pageRows, showRow])

  function mark(line: number): void {
    hasMoved.current = true
    list.mark(line)
    showRow(Math.min(Math.max(line, 0), Math.max(0, lines - 1)))
  }

  function openMarked(): void {
    const { marked: position, rows } = list.store.getState()
    const row = position === null ? undefined : rows.get(position)
    if (row !== undefined) onOpen(row)
  }

  return {
    choose(line) {
      mark(line)
      openMarked()
    },
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const at = (marked === null ? null : lineOf(state, marked)) ?? -1
      const target = rowOfKey(event.key, at, lines, pageRows)
      if (target !== null) mark(target)
      else if (event.key === 'Enter') openMarked()
      else if (event.key === ' ') list.setFollowing(!isFollowing)
      else return
      event.preventDefault()
    },
    onScroll(event) {
      const isLeaving = isLeavingNewest(event.currentTarget, order, scrolledTo.current, rowHeight)
      scrolledTo.current = event.currentTarget.scrollTop
      if (isLeaving) hasMoved.current = true
      if (isFollowing && isLeaving && isOpen) list.setFollowing(false)
      scaled.onScroll(event)
    },
  }
}

/** Whoever scrolls away from the newest message wants to read, so the list keeps its place. */
function isLeavingNewest(
  { scrollTop, scrollHeight, clientHeight }: HTMLElement,
  order: ListOrder,
  before: number,
  rowHeight: number,
): boolean {
  if (order === 'newestFirst') return scrollTop > Math.max(rowHeight, before)
  return scrollTop < before - 1 && scrollHeight - clientHeight - scrollTop > rowHeight
}
