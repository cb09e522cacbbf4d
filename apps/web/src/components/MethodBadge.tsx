import { classNames } from './class-names.ts'
import styles from './MethodBadge.module.css'

export interface MethodBadgeProps {
  readonly method: string
  /** Right-aligned in a column, so that the names beside it line up. */
  readonly isColumn?: boolean
}

const shortNames: Readonly<Record<string, string | undefined>> = { DELETE: 'DEL', OPTIONS: 'OPT' }

/** Returns the class that colours a method; a custom method keeps the text colour. */
export function methodClass(method: string): string | undefined {
  return styles[method.toUpperCase()]
}

/**
 * A method in its colour, at most seven letters long. CSS draws the text, so that it is not part of a tab's
 * accessible name.
 */
export function MethodBadge(props: MethodBadgeProps) {
  return <span {...badgeAttributes(props)} aria-hidden="true" />
}

/** The attributes of an element that shows a badge, for lists that are not drawn by React. */
export function badgeAttributes({ method, isColumn = false }: MethodBadgeProps) {
  return {
    className: classNames(styles.badge, isColumn && styles.column, methodClass(method)),
    'data-method': shortNames[method.toUpperCase()] ?? method.slice(0, 7),
  }
}
