import { type MenuPlace, PlacedMenu } from '../../../components/menus/PlacedMenu.tsx'

export type RowCommand = 'copy' | 'duplicate' | 'moveUp' | 'moveDown' | 'remove'

/** A row whose menu is open. */
export interface TableRowPlace extends MenuPlace {
  readonly row: number
}

export interface TableRowMenuProps {
  readonly place: TableRowPlace
  readonly rowCount: number
  /** Whether its value is hidden, so that it is not copied. */
  readonly isMasked: boolean
  readonly onCommand: (command: RowCommand, row: number) => void
  readonly onClose: () => void
}

/** The context menu of a row of a table. */
export function TableRowMenu({ place, rowCount, isMasked, onCommand, onClose }: TableRowMenuProps) {
  const { row } = place
  return (
    <PlacedMenu
      label="Row"
      place={place}
      actions={[
        { id: 'copy', label: 'Copy', isDisabled: isMasked },
        { id: 'duplicate', label: 'Duplicate', isDisabled: isMasked },
        { id: 'moveUp', label: 'Move up', shortcut: 'Alt+ArrowUp', isDisabled: row === 0, startsGroup: true },
        { id: 'moveDown', label: 'Move down', shortcut: 'Alt+ArrowDown', isDisabled: row === rowCount - 1 },
        { id: 'remove', label: 'Delete', startsGroup: true, isDestructive: true },
      ]}
      onAction={command => onCommand(command, row)}
      onClose={onClose}
    />
  )
}
