import type { LiveRow } from '@parley/server/contract'
import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle } from 'react'
import { useStore } from 'zustand'
import { renderedRowId } from '../../components/lists/RowList.tsx'
import { useScaledRows } from '../../components/lists/use-scaled-rows.ts'
import { lineCount, lineOf, positionOf } from '../../workbench/live/list-window.ts'
import type { LiveList } from '../../workbench/live/live-list.ts'
import styles from './LiveListView.module.css'
import { useListMoves } from './use-list-moves.ts'

export interface LiveListHandle {
  focus(): void
}

export interface LiveListViewProps {
  readonly list: LiveList
  /** The accessible name. */
  readonly label: string
  /** The cells of a row. */
  readonly renderRow: (row: LiveRow) => ReactNode
  /** What a screen reader says when the message arrives. */
  readonly describeRow: (row: LiveRow) => string
  /** The number of the message that is shown beside the list; null: none. */
  readonly opened: number | null
  readonly onOpen: (row: LiveRow) => void
  readonly ref?: Ref<LiveListHandle>
}

/** The height of a row in CSS px, as the stylesheet has it. */
const rowHeight = 30

/**
 * The messages of a session: a list of any length of which only visible rows exist. It is one tab stop; arrow keys mark
 * a row, Enter opens it, Space stops and continues following. The list is read while somebody watches it.
 */
export function LiveListView(props: LiveListViewProps) {
  const { list, label, renderRow, describeRow, opened, onOpen, ref } = props
  const state = useStore(list.store)
  const { marked, announced } = state
  const id = useId()
  const lines = lineCount(state)
  const scaled = useScaledRows(lines, rowHeight, 0)
  const { scroller, first, count } = scaled
  const moves = useListMoves(list, scaled, rowHeight, onOpen)
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus() }), [scroller])
  useEffect(() => list.show(first, count), [list, first, count])
  const drawn = Array.from({ length: count }, (_, offset) => first + offset)
  const markedLine = marked === null ? null : lineOf(state, marked)
  return (
    <>
      <div
        ref={scaled.ref}
        className={styles.scroller}
        role="listbox"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={
          markedLine === null ? undefined : renderedRowId(drawn, markedLine, `${id}-${marked}`)
        }
        onKeyDown={moves.onKeyDown}
        onScroll={moves.onScroll}
      >
        <div role="presentation" style={{ paddingTop: scaled.above, paddingBottom: scaled.below }}>
          {drawn.map(line => {
            const position = positionOf(state, line)
            const row = state.rows.get(position)
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list, which names the marked one.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list.
              <div
                // By line, so that a row that comes in on top moves no element.
                key={line}
                id={`${id}-${position}`}
                role="option"
                aria-selected={row !== undefined && row.number === opened}
                aria-posinset={line + 1}
                aria-setsize={lines}
                aria-label={row === undefined ? 'Loading' : undefined}
                className={styles.row}
                data-marked={position === marked || undefined}
                onClick={() => moves.choose(line)}
              >
                {row !== undefined && renderRow(row)}
              </div>
            )
          })}
        </div>
      </div>
      <div role="log" aria-label={`Newest of ${label}`} className="unseen">
        {announced !== null && <p key={announced.number}>{describeRow(announced)}</p>}
      </div>
    </>
  )
}
