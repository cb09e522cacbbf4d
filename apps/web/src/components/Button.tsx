import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly variant?: 'primary' | 'outlined' | 'plain' | 'destructive'
  readonly size?: 'normal' | 'small' | 'url'
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A button with words. One primary button per view. */
export function Button({ variant = 'plain', size = 'normal', className, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={classNames(styles.button, styles[variant], styles[size], className)}>
      {children}
    </AriaButton>
  )
}
