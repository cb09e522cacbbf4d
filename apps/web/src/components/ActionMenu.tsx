import type { ReactNode, RefObject } from 'react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import styles from './ActionMenu.module.css'
import { KeyHint } from './KeyHint.tsx'

export interface MenuAction<Id extends string> {
  readonly id: Id
  readonly label: string
  /** As the keymap has them: `Mod+Enter`. */
  readonly shortcut?: string | undefined
  readonly isDisabled?: boolean
  /** A line stands above it. */
  readonly startsGroup?: boolean
}

export interface ActionMenuProps<Id extends string> {
  readonly label: string
  readonly actions: readonly MenuAction<Id>[]
  readonly onAction: (id: Id) => void
  /** The button that opens it. */
  readonly children: ReactNode
  readonly placement?: 'bottom start' | 'bottom end'
}

/** A button with a menu of things to do. */
export function ActionMenu<Id extends string>(props: ActionMenuProps<Id>) {
  const { label, actions, onAction, children, placement = 'bottom start' } = props
  return (
    <MenuTrigger>
      {children}
      <Popover className={styles.popover ?? ''} placement={placement} offset={4}>
        <Actions label={label} actions={actions} onAction={onAction} />
      </Popover>
    </MenuTrigger>
  )
}

export interface ContextMenuProps<Id extends string> {
  readonly label: string
  readonly actions: readonly MenuAction<Id>[]
  readonly onAction: (id: Id) => void
  readonly onClose: () => void
  /** Stands where the menu opens. */
  readonly anchor: RefObject<HTMLElement | null>
}

/** A menu that stands open at a place of the page until something is chosen or Esc closes it. */
export function ContextMenu<Id extends string>({
  label,
  actions,
  onAction,
  onClose,
  anchor,
}: ContextMenuProps<Id>) {
  return (
    <Popover
      isOpen
      aria-label={label}
      triggerRef={anchor}
      className={styles.popover ?? ''}
      placement="bottom start"
      offset={0}
      onOpenChange={isOpen => {
        if (!isOpen) onClose()
      }}
    >
      <Actions
        label={label}
        actions={actions}
        onAction={id => {
          onClose()
          onAction(id)
        }}
        isFocused
      />
    </Popover>
  )
}

interface ActionsProps<Id extends string> {
  readonly label: string
  readonly actions: readonly MenuAction<Id>[]
  readonly onAction: (id: Id) => void
  readonly isFocused?: boolean
}

function Actions<Id extends string>({ label, actions, onAction, isFocused = false }: ActionsProps<Id>) {
  return (
    <Menu
      aria-label={label}
      className={styles.menu ?? ''}
      // Left out, the button that opened it decides.
      {...(isFocused ? { autoFocus: 'first' as const } : {})}
      onAction={key => {
        const chosen = actions.find(action => action.id === key)
        if (chosen !== undefined) onAction(chosen.id)
      }}
    >
      {actions.map(action => (
        <MenuItem
          key={action.id}
          id={action.id}
          textValue={action.label}
          isDisabled={action.isDisabled ?? false}
          className={action.startsGroup === true ? `${styles.item} ${styles.group}` : (styles.item ?? '')}
        >
          {action.label}
          {action.shortcut !== undefined && (
            <span className={styles.shortcut}>
              <KeyHint keys={action.shortcut} />
            </span>
          )}
        </MenuItem>
      ))}
    </Menu>
  )
}
