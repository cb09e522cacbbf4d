import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { classNames } from '../class-names.ts'
import { ActionItem, type MenuAction } from '../menus/ActionMenu.tsx'
import { optionClass, Popover, popoverContent } from '../menus/Popover.tsx'
import styles from './PickerButton.module.css'

export interface PickerChoice {
  readonly id: string
  readonly label: string
  /** Whether it only informs. */
  readonly isDisabled?: boolean
  /** Shown in grey at the end. */
  readonly note?: string
}

export interface PickerButtonProps {
  /** The accessible name; the value is its description. */
  readonly label: string
  readonly value: string
  /** A function is called when the menu opens; its choices stay while the menu is open. */
  readonly choices: readonly PickerChoice[] | (() => readonly PickerChoice[])
  readonly onChoose: (id: string) => void
  /** What can be done with the value, below the choices. */
  readonly actions?: readonly MenuAction<string>[]
  readonly onAction?: (id: string) => void
  /** `wide` has the same width whatever its value, `form` fills its row of a form. */
  readonly variant?: 'field' | 'wide' | 'cell' | 'form'
  /** False if it is reached with the arrow keys of its grid. */
  readonly isTabStop?: boolean
  /** Whether it gets the focus when it appears. */
  readonly isFocused?: boolean
}

/**
 * A button that shows a value, with a menu to change it. Its accessible name is the label; the value is its
 * description.
 */
export function PickerButton(props: PickerButtonProps) {
  const { label, value, variant = 'field', isTabStop = true, isFocused = false } = props
  return (
    <MenuTrigger>
      <AriaButton
        aria-label={label}
        excludeFromTabOrder={!isTabStop}
        autoFocus={isFocused}
        className={classNames(styles.button, styles[variant])}
        render={buttonProps => <button {...buttonProps} aria-description={value} />}
      >
        <span className={styles.value} data-value={value} aria-hidden="true" />
        <ChevronDown size={14} strokeWidth={1.75} className={styles.caret} aria-hidden="true" />
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom start">
        <Choices {...props} />
      </Popover>
    </MenuTrigger>
  )
}

function Choices({ label, value, choices, onChoose, actions = [], onAction }: PickerButtonProps) {
  const [opened] = useState(choices)
  const shown = typeof choices === 'function' ? opened : choices
  return (
    <Menu
      aria-label={label}
      className={popoverContent}
      onAction={key => {
        const action = actions.find(({ id }) => id === key)
        if (action === undefined) onChoose(String(key))
        else onAction?.(action.id)
      }}
    >
      {shown.map(choice => (
        <MenuItem
          key={choice.id}
          id={choice.id}
          textValue={choice.label}
          isDisabled={choice.isDisabled === true}
          className={classNames(optionClass(), choice.label === value && styles.chosen)}
        >
          {choice.label}
          {choice.note !== undefined && <span className={styles.note}>{choice.note}</span>}
        </MenuItem>
      ))}
      {actions.map((action, at) => (
        <ActionItem key={action.id} action={at === 0 ? { ...action, startsGroup: true } : action} />
      ))}
    </Menu>
  )
}
