import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { type ContextAction, ContextMenu } from './ContextMenu.tsx'
import styles from './PlacedMenu.module.css'

/** Where a menu opens, in CSS px of the window. */
export interface MenuPlace {
  readonly x: number
  readonly y: number
}

export interface PlacedMenuProps<Id extends string> {
  readonly label: string
  readonly place: MenuPlace
  readonly actions: readonly ContextAction<Id>[]
  readonly onAction: (id: Id) => void
  readonly onClose: () => void
}

/** A context menu at a place of the window. */
export function PlacedMenu<Id extends string>({ place, ...menu }: PlacedMenuProps<Id>) {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      {createPortal(
        <span ref={anchor} className={styles.anchor} style={{ left: place.x, top: place.y }} />,
        document.body,
      )}
      <ContextMenu anchor={anchor} {...menu} />
    </>
  )
}
