import type { ListedTarget } from '@parley/codegen'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import styles from './TargetList.module.css'

export interface TargetListProps {
  readonly targets: readonly ListedTarget<string>[]
  readonly selectedId: string
  readonly onSelect: (id: string) => void
}

/** The languages of Generate Code, each with its library; those of one language are below each other. */
export function TargetList({ targets, selectedId, onSelect }: TargetListProps) {
  const byLanguage = [...Map.groupBy(targets, ({ language }) => language).values()].flat()
  return (
    <ListBox
      aria-label="Language"
      autoFocus
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={[selectedId]}
      className={styles.list ?? ''}
      onSelectionChange={keys => {
        const [id] = keys === 'all' ? [] : [...keys]
        if (id !== undefined) onSelect(String(id))
      }}
    >
      {byLanguage.map(({ id, language, library }) => (
        <ListBoxItem key={id} id={id} textValue={`${language} ${library}`} className={styles.item ?? ''}>
          <span>{language}</span>
          <span className={styles.library}>{library}</span>
        </ListBoxItem>
      ))}
    </ListBox>
  )
}
