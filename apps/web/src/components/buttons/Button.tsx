import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { classNames } from '../class-names.ts'
import styles from './Button.module.css'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly variant?: 'primary' | 'outlined' | 'plain' | 'destructive'
  readonly size?: 'normal' | 'small' | 'url'
  readonly children: ReactNode
  readonly className?: string | undefined
  /** Lets the parent focus the button. */
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button with a text label. Each view has one primary button; in a dialog, the primary or destructive
 * button confirms.
 */
export function Button({ variant = 'plain', size = 'normal', className, children, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      data-confirms={variant === 'primary' || variant === 'destructive' ? '' : undefined}
      className={classNames(styles.button, styles[variant], styles[size], className)}
    >
      {children}
    </AriaButton>
  )
}

export interface TextToggleProps {
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly children: ReactNode
}

/** A text button that switches between two ways of showing the same content. */
export function TextToggle({ children, ...props }: TextToggleProps) {
  return (
    <ToggleButton {...props} className={classNames(styles.button, styles.plain, styles.small)}>
      {children}
    </ToggleButton>
  )
}
