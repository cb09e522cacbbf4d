import { ChevronRight } from 'lucide-react'
import type { RefObject } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Menu, MenuTrigger, SubmenuTrigger } from 'react-aria-components/Menu'
import styles from './ActionMenu.module.css'
import { ActionItem, type MenuAction } from './ActionMenu.tsx'
import { Popover, popoverContent } from './Popover.tsx'

export interface ContextAction<Id extends string> extends MenuAction<Id> {
  /** A submenu. */
  readonly choices?: readonly MenuAction<Id>[]
}

export interface ContextMenuProps<Id extends string> {
  readonly label: string
  readonly actions: readonly ContextAction<Id>[]
  readonly onAction: (id: Id) => void
  readonly onClose: () => void
  /** Marks where the menu opens. */
  readonly anchor: RefObject<HTMLElement | null>
}

/** A menu that stays open at a position of the page until something is chosen or Esc closes it. */
export function ContextMenu<Id extends string>({
  label,
  actions,
  onAction,
  onClose,
  anchor,
}: ContextMenuProps<Id>) {
  return (
    <MenuTrigger
      isOpen
      onOpenChange={isOpen => {
        if (!isOpen) onClose()
      }}
    >
      <AriaButton aria-label={label} excludeFromTabOrder className={styles.unseen ?? ''} />
      <Popover
        aria-label={label}
        triggerRef={anchor}
        className={styles.popover ?? ''}
        placement="bottom start"
        offset={0}
      >
        <ContextActions
          label={label}
          actions={actions}
          onAction={id => {
            onClose()
            onAction(id)
          }}
          isFocused
        />
      </Popover>
    </MenuTrigger>
  )
}

interface ContextActionsProps<Id extends string> {
  readonly label: string
  readonly actions: readonly ContextAction<Id>[]
  readonly onAction: (id: Id) => void
  readonly isFocused?: boolean
}

function ContextActions<Id extends string>(props: ContextActionsProps<Id>) {
  const { label, actions, onAction, isFocused = false } = props
  return (
    <Menu
      aria-label={label}
      className={popoverContent}
      // Without it, the way it was opened decides.
      {...(isFocused ? { autoFocus: 'first' as const } : {})}
      onAction={key => {
        const chosen = actions.find(action => action.id === key)
        if (chosen !== undefined) onAction(chosen.id)
      }}
    >
      {actions.map(action =>
        action.choices === undefined ? (
          <ActionItem key={action.id} action={action} />
        ) : (
          <SubmenuTrigger key={action.id}>
            <ActionItem action={action} end={<More />} />
            <Popover className={styles.popover ?? ''} offset={0}>
              <ContextActions label={action.label} actions={action.choices} onAction={onAction} />
            </Popover>
          </SubmenuTrigger>
        ),
      )}
    </Menu>
  )
}

function More() {
  return <ChevronRight className={styles.more} size={14} strokeWidth={1.75} aria-hidden="true" />
}
