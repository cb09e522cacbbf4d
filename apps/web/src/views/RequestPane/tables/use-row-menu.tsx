import { type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyOverlay } from '../../../components/lazy-part.tsx'
import { menuPlace } from '../../../components/menus/menu-place.ts'
import type { RowCommand, TableRowPlace } from './TableRowMenu.tsx'
import { cellOfElement } from './table-keys.ts'

const TableRowMenu = lazyOverlay(async () => (await import('./TableRowMenu.tsx')).TableRowMenu)

export interface RowMenuOptions {
  readonly rowCount: number
  readonly isMasked: (row: number) => boolean
  readonly onCommand: (command: RowCommand, row: number) => void
}

/**
 * The context menu of the rows of a table. A text that had the focus before keeps the menu of the browser, with Paste, unless a
 * key asks for the menu.
 */
export function useRowMenu({ rowCount, isMasked, onCommand }: RowMenuOptions) {
  const [place, setPlace] = useState<TableRowPlace | null>(null)
  const focusedBefore = useRef<Element | null>(null)
  const menu: ReactNode = place !== null && (
    <Suspense>
      <TableRowMenu
        place={place}
        rowCount={rowCount}
        isMasked={isMasked(place.row)}
        onCommand={onCommand}
        onClose={() => setPlace(null)}
      />
    </Suspense>
  )
  return {
    menu,
    handlers: {
      onPointerDownCapture(): void {
        focusedBefore.current = document.activeElement
      },
      onKeyDownCapture(): void {
        focusedBefore.current = null
      },
      onContextMenu(event: MouseEvent): void {
        const row = cellOfElement(event.target)?.row ?? rowCount
        if (row >= rowCount || event.target === focusedBefore.current) return
        event.preventDefault()
        setPlace({ ...menuPlace(event), row })
      },
    },
  }
}
