import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { classNames } from '../class-names.ts'
import { optionClass, Popover, popoverContent } from '../menus/Popover.tsx'
import styles from './PickerButton.module.css'

export interface PickerChoice {
  readonly id: string
  readonly label: string
  /** Whether it only informs. */
  readonly isDisabled?: boolean
}

export interface PickerButtonProps {
  /** The accessible name; the value is its description. */
  readonly label: string
  readonly value: string
  /** A function is called when the menu opens; its choices stay while the menu is open. */
  readonly choices: readonly PickerChoice[] | (() => readonly PickerChoice[])
  readonly onChoose: (id: string) => void
  /** `form` fills its row of a form. */
  readonly variant?: 'field' | 'cell' | 'form'
  /** False if it is reached with the arrow keys of its grid. */
  readonly isTabStop?: boolean
}

/**
 * A button that shows a value, with a menu to change it. Its accessible name is the label; the value is its
 * description.
 */
export function PickerButton(props: PickerButtonProps) {
  const { label, value, choices, onChoose, variant = 'field', isTabStop = true } = props
  return (
    <MenuTrigger>
      <AriaButton
        aria-label={label}
        excludeFromTabOrder={!isTabStop}
        className={classNames(styles.button, styles[variant])}
        render={buttonProps => <button {...buttonProps} aria-description={value} />}
      >
        <span className={styles.value} data-value={value} aria-hidden="true" />
        <ChevronDown size={14} strokeWidth={1.75} className={styles.caret} aria-hidden="true" />
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom start">
        <Choices label={label} choices={choices} onChoose={onChoose} />
      </Popover>
    </MenuTrigger>
  )
}

function Choices({ label, choices, onChoose }: Pick<PickerButtonProps, 'label' | 'choices' | 'onChoose'>) {
  const [opened] = useState(choices)
  const shown = typeof choices === 'function' ? opened : choices
  return (
    <Menu aria-label={label} className={popoverContent} onAction={key => onChoose(String(key))}>
      {shown.map(choice => (
        <MenuItem
          key={choice.id}
          id={choice.id}
          textValue={choice.label}
          isDisabled={choice.isDisabled === true}
          className={optionClass()}
        >
          {choice.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
