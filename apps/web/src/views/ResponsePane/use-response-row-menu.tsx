import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { lazyOverlay } from '../../components/lazy-part.tsx'
import { menuPlace } from '../../components/menus/menu-place.ts'
import type { MenuPlace } from '../../components/menus/PlacedMenu.tsx'
import type { ResponseRow } from './ResponseRowMenu.tsx'

const ResponseRowMenu = lazyOverlay(async () => (await import('./ResponseRowMenu.tsx')).ResponseRowMenu)

/**
 * The context menu of the rows of a list, which have their index as `data-index`. Above a selected text the browser's own
 * menu opens.
 * @param rowAt - returns null for what has no menu
 */
export function useResponseRowMenu(rowAt: (index: number) => ResponseRow | null) {
  const [open, setOpen] = useState<{ readonly place: MenuPlace; readonly row: ResponseRow } | null>(null)
  const menu: ReactNode = open !== null && (
    <Suspense>
      <ResponseRowMenu {...open} onClose={() => setOpen(null)} />
    </Suspense>
  )
  return {
    menu,
    handlers: {
      onContextMenu(event: MouseEvent): void {
        const { target } = event
        const element = target instanceof Element ? target.closest('[data-index]') : null
        const row = element === null ? null : rowAt(Number(element.getAttribute('data-index')))
        if (element === null || row === null || isSelected(element)) return
        event.preventDefault()
        setOpen({ place: menuPlace(event, element), row })
      },
    },
  }
}

function isSelected(element: Element): boolean {
  const selection = document.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}
