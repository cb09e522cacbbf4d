import { classNames } from './class-names.ts'
import styles from './MethodBadge.module.css'

export interface MethodBadgeProps {
  readonly method: string
  /** Right-aligned in a column, so that the names beside it line up. */
  readonly isColumn?: boolean
}

const shortNames: Readonly<Record<string, string | undefined>> = { DELETE: 'DEL', OPTIONS: 'OPT' }

/** Returns the class that colours a method; a method of the user's own keeps the text colour. */
export function methodClass(method: string): string | undefined {
  return styles[method.toUpperCase()]
}

/**
 * A method in its colour, at most seven letters long. Drawn, not written: the name of a tab is the
 * request's alone.
 */
export function MethodBadge({ method, isColumn = false }: MethodBadgeProps) {
  return (
    <span
      className={classNames(styles.badge, isColumn && styles.column, methodClass(method))}
      aria-hidden="true"
      data-method={shortNames[method.toUpperCase()] ?? method.slice(0, 7)}
    />
  )
}
