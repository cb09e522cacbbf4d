import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { classNames } from '../class-names.ts'
import styles from './IconButton.module.css'
import { Tooltip, TooltipTrigger } from './Tooltip.tsx'

export interface IconButtonProps extends Pick<AriaButtonProps, 'onPress' | 'isDisabled'> {
  /** The accessible name, and the tooltip's text. */
  readonly label: string
  readonly shortcut?: string | undefined
  readonly size?: 'normal' | 'small' | 'status'
  /** Whether what it changes is not as it is by default. */
  readonly isMarked?: boolean
  /** Lets the parent focus the button. */
  readonly ref?: Ref<HTMLButtonElement>
  readonly children: ReactNode
}

/** A button with only a universally known icon; the tooltip shows its name. */
export function IconButton(all: IconButtonProps) {
  const { label, shortcut, size = 'normal', isMarked = false, children, ...props } = all
  return (
    <TooltipTrigger>
      <AriaButton
        {...props}
        aria-label={label}
        className={classNames(styles.button, styles[size], isMarked && styles.marked)}
      >
        {children}
      </AriaButton>
      <Tooltip shortcut={shortcut}>{label}</Tooltip>
    </TooltipTrigger>
  )
}

export interface IconToggleButtonProps {
  readonly label: string
  readonly isSelected: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly children: ReactNode
}

/** A button with an icon that switches something on and off. */
export function IconToggleButton({ label, children, ...props }: IconToggleButtonProps) {
  return (
    <TooltipTrigger>
      <ToggleButton {...props} aria-label={label} className={classNames(styles.button, styles.small)}>
        {children}
      </ToggleButton>
      <Tooltip>{label}</Tooltip>
    </TooltipTrigger>
  )
}
