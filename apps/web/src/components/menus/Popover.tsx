import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover'
import { classNames } from '../class-names.ts'
import styles from './Popover.module.css'

export interface PopoverProps extends AriaPopoverProps {
  /** Its size, and whether it scrolls. */
  readonly className?: string
}

/** A menu or a small dialog with a list, opened from a button or a row. */
export function Popover({ className, ...props }: PopoverProps) {
  return <AriaPopover offset={4} {...props} className={classNames(styles.popover, className)} />
}

/** The class of a menu or dialog in a popover, whose outline is the popover's. */
export const popoverContent: string = styles.content ?? ''

/**
 * Returns the class of a row in a popover.
 * @param isMarked whether the arrow keys marked it while a field has the focus
 */
export function optionClass(isMarked = false): string {
  return classNames(styles.option, isMarked && styles.marked)
}
