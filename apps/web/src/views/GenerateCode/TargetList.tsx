import { codeTargets } from '@parley/codegen'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import styles from './TargetList.module.css'

/** The targets, with the libraries of a language below each other. */
const targets = [...Map.groupBy(codeTargets, ({ language }) => language).values()].flat()

export interface TargetListProps {
  readonly selectedId: string
  readonly onSelect: (id: string) => void
}

/** The languages of Generate Code, each with its library. */
export function TargetList({ selectedId, onSelect }: TargetListProps) {
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
      {targets.map(({ id, language, library }) => (
        <ListBoxItem key={id} id={id} textValue={`${language} ${library}`} className={styles.item ?? ''}>
          <span>{language}</span>
          <span className={styles.library}>{library}</span>
        </ListBoxItem>
      ))}
    </ListBox>
  )
}
