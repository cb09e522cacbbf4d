import type { LucideIcon } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import styles from './CommandList.module.css'

export interface CommandListProps<Name extends string> {
  readonly title: string
  readonly names: readonly Name[]
  /** Shown at the end of the row that the pointer or the focus is on. */
  readonly icon: LucideIcon
  readonly onChoose: (name: Name) => void
}

/** Commands below each other in a narrow column, with a title. */
export function CommandList<Name extends string>({
  title,
  names,
  icon: Icon,
  onChoose,
}: CommandListProps<Name>) {
  return (
    <>
      <h2 className={styles.heading}>{title}</h2>
      {names.map(name => (
        <AriaButton key={name} className={styles.command ?? ''} onPress={() => onChoose(name)}>
          <span>{name}</span>
          <Icon className={styles.icon} size={14} strokeWidth={1.75} aria-hidden="true" />
        </AriaButton>
      ))}
    </>
  )
}
