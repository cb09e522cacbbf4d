import type { HTMLAttributes, ReactNode } from 'react'
import type { VirtualRows } from './use-virtual-rows.ts'

export interface RowListProps extends HTMLAttributes<HTMLDivElement> {
  readonly rows: VirtualRows<HTMLDivElement>
  readonly role: 'tree' | 'listbox'
  readonly 'aria-label': string
  /** The row that the keys act on; -1: none. */
  readonly activeIndex: number
  readonly idOf: (index: number) => string
  /** Draws a row, `top` CSS px below the first one. */
  readonly renderRow: (index: number, top: number) => ReactNode
  /** The least height of the rows together in CSS px. */
  readonly minHeight?: number
}

/**
 * A list or a tree of which only the visible rows exist. The focus stays on the list, which names its active row, so that
 * scrolling never takes the focus away. The `children` follow the rows.
 */
export function RowList(props: RowListProps) {
  const { rows, activeIndex, idOf, renderRow, minHeight = 0, children, ...list } = props
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: its role is that of its caller.
    <div
      ref={rows.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a tree and a list box take the keys of their rows.
      tabIndex={0}
      aria-activedescendant={renderedRowId(rows.indexes, activeIndex, idOf(activeIndex))}
      {...list}
    >
      <div role="presentation" style={{ position: 'relative', height: Math.max(rows.height, minHeight) }}>
        {rows.items.map(({ index, start }) => renderRow(index, start))}
      </div>
      {children}
    </div>
  )
}

/**
 * Returns the ID of the active row of a list of which only some rows exist, for `aria-activedescendant`; undefined while the row
 * does not exist, as an ID without an element is an error.
 */
export function renderedRowId(
  rendered: readonly number[],
  activeIndex: number,
  id: string,
): string | undefined {
  return rendered.includes(activeIndex) ? id : undefined
}

/** Returns the row that a key leads to, which may be beyond the ends; null if the key does not move in a list. */
export function rowOfKey(key: string, at: number, count: number, pageRows: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return at + 1
    case 'ArrowUp':
      return at - 1
    case 'PageDown':
      return at + pageRows
    case 'PageUp':
      return at - pageRows
    case 'Home':
      return 0
    case 'End':
      return count - 1
  }
  return null
}
