import { type ReactNode, useState } from 'react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { KeyHint } from '../buttons/KeyHint.tsx'
import { classNames } from '../class-names.ts'
import styles from './ActionMenu.module.css'
import { optionClass, Popover, popoverContent } from './Popover.tsx'

export interface MenuAction<Id extends string> {
  readonly id: Id
  readonly label: string
  /** As the keymap has them: `Mod+Enter`. */
  readonly shortcut?: string | undefined
  readonly isDisabled?: boolean
  /** Draws a line above it. */
  readonly startsGroup?: boolean
  /** Whether the action deletes something. */
  readonly isDestructive?: boolean
}

export interface ActionMenuProps<Id extends string> {
  readonly label: string
  /** A function is called when the menu opens; its actions stay while the menu is open. */
  readonly actions: readonly MenuAction<Id>[] | (() => readonly MenuAction<Id>[])
  readonly onAction: (id: Id) => void
  /** The button that opens it. */
  readonly children: ReactNode
  readonly placement?: 'bottom start' | 'bottom end'
}

/** A button with a menu of actions. */
export function ActionMenu<Id extends string>(props: ActionMenuProps<Id>) {
  const { label, actions, onAction, children, placement = 'bottom start' } = props
  return (
    <MenuTrigger>
      {children}
      <Popover className={styles.popover ?? ''} placement={placement}>
        <Actions label={label} actions={actions} onAction={onAction} />
      </Popover>
    </MenuTrigger>
  )
}

type ActionsProps<Id extends string> = Pick<ActionMenuProps<Id>, 'label' | 'actions' | 'onAction'>

function Actions<Id extends string>({ label, actions: given, onAction }: ActionsProps<Id>) {
  const [opened] = useState(given)
  const actions = typeof given === 'function' ? opened : given
  return (
    <Menu
      aria-label={label}
      className={popoverContent}
      onAction={key => {
        const chosen = actions.find(action => action.id === key)
        if (chosen !== undefined) onAction(chosen.id)
      }}
    >
      {actions.map(action => (
        <ActionItem key={action.id} action={action} />
      ))}
    </Menu>
  )
}

/** An action in a menu; `end` is shown at its right edge. */
export function ActionItem<Id extends string>({
  action: { id, label, shortcut, isDisabled = false, startsGroup, isDestructive },
  end,
}: {
  readonly action: MenuAction<Id>
  readonly end?: ReactNode
}) {
  return (
    <MenuItem
      id={id}
      textValue={label}
      isDisabled={isDisabled}
      className={classNames(
        optionClass(),
        startsGroup === true && styles.group,
        isDestructive === true && styles.destructive,
      )}
    >
      {label}
      {shortcut !== undefined && (
        <span className={styles.shortcut}>
          <KeyHint keys={shortcut} />
        </span>
      )}
      {end}
    </MenuItem>
  )
}
