import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import type { SchemaMatch } from '../../graphql/explorer/search-schema.ts'
import { useGraphQlEditing } from '../../wiring/use-stores.ts'
import styles from './SchemaExplorer.module.css'
import { useAnswer } from './use-answer.ts'

export interface SchemaSearchProps {
  readonly tabId: string
  readonly text: string
  readonly onChosen: () => void
}

/** The types and fields whose names contain a text. */
export function SchemaSearch({ tabId, text, onChosen }: SchemaSearchProps) {
  const editing = useGraphQlEditing()
  const found = useAnswer('searchSchema', text)
  if (found === undefined) return <div className={styles.list} />
  const choose = ({ typeName, memberName }: SchemaMatch) => {
    editing.showType(tabId, typeName, memberName)
    onChosen()
  }
  return (
    <div className={styles.list}>
      <ListBox
        aria-label="Matches"
        selectionMode="none"
        onAction={key => {
          const match = found.matches[Number(key)]
          if (match !== undefined) choose(match)
        }}
        renderEmptyState={() => <p className={styles.nothing}>Nothing matches “{text}”</p>}
      >
        {found.matches.map((match, at) => {
          const name = match.memberName === null ? match.typeName : `${match.typeName}.${match.memberName}`
          return (
            <ListBoxItem
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole.
              key={at}
              id={at}
              textValue={name}
              className={styles.match ?? ''}
            >
              {match.memberName === null ? (
                <span className={styles.type}>{match.typeName}</span>
              ) : (
                <>
                  <span className={styles.owner}>{match.typeName}.</span>
                  {match.memberName}
                </>
              )}
            </ListBoxItem>
          )
        })}
      </ListBox>
      {found.total > found.matches.length && (
        <p className={styles.nothing}>
          The first {found.matches.length} of {found.total.toLocaleString('en')} matches
        </p>
      )}
    </div>
  )
}
