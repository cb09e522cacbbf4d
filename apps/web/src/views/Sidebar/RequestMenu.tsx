import { useRef } from 'react'
import { useAppModel } from '../../app-model.ts'
import { ContextMenu } from '../../components/ActionMenu.tsx'
import type { TreeRow } from '../../library/flatten-tree.ts'
import { keepFocus } from '../focus-pane.ts'
import styles from './CollectionTree.module.css'

/** Where the menu of a request was asked for. */
export interface RequestMenuPlace {
  readonly row: TreeRow
  /** CSS px in the window. */
  readonly x: number
  readonly y: number
}

export interface RequestMenuProps {
  readonly place: RequestMenuPlace
  readonly onOpenRequest: () => void
  readonly onClose: () => void
}

const actions = [
  { id: 'open', label: 'Open' },
  { id: 'generateCode', label: 'Generate Code' },
] as const

/** The context menu of a saved request (spec 4.1). */
export function RequestMenu({ place, onOpenRequest, onClose }: RequestMenuProps) {
  const { generateCodeOf } = useAppModel()
  const anchor = useRef<HTMLSpanElement>(null)

  function act(id: (typeof actions)[number]['id']): void {
    if (id === 'open') onOpenRequest()
    else void generateCodeOf(place.row)
    keepFocus()
  }

  return (
    <>
      <span ref={anchor} className={styles.menuAnchor} style={{ left: place.x, top: place.y }} />
      <ContextMenu label="Request" anchor={anchor} actions={actions} onAction={act} onClose={onClose} />
    </>
  )
}
