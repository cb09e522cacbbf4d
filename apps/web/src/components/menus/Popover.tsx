import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover'
import { classNames } from '../class-names.ts'
import styles from './Popover.module.css'

export interface PopoverProps extends AriaPopoverProps {
  /** Its size, and whether it scrolls. */
  readonly className?: string
}

/** What a button or a row opens beside itself: a menu, or a small dialog with a list. */
export function Popover({ className, ...props }: PopoverProps) {
  return <AriaPopover offset={4} {...props} className={classNames(styles.popover, className)} />
}

/** Of the menu or dialog in a popover: the popover is its outline. */
export const popoverContent: string = styles.content ?? ''

/** Of a row that can be chosen in a popover. `isMarked`: the keyboard is at it, while the focus is in a field. */
export function optionClass(isMarked = false): string {
  return classNames(styles.option, isMarked && styles.marked)
}
