import { useEffect, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import type { SchemaMatch, SchemaMatches } from '../../graphql/explorer/search-schema.ts'
import { useGraphQlEditing, useGraphQlLanguage } from '../../wiring/use-stores.ts'
import styles from './SchemaExplorer.module.css'

export interface SchemaSearchProps {
  readonly tabId: string
  readonly text: string
  readonly onChosen: () => void
}

/** The types and fields whose names contain a text. */
export function SchemaSearch({ tabId, text, onChosen }: SchemaSearchProps) {
  const language = useGraphQlLanguage()
  const editing = useGraphQlEditing()
  const [found, setFound] = useState<SchemaMatches | null>(null)
  useEffect(() => {
    let isUnmounted = false
    void language.call('searchSchema', text).then(outcome => {
      if (!isUnmounted && 'answer' in outcome) setFound(outcome.answer)
    })
    return () => {
      isUnmounted = true
    }
  }, [language, text])
  if (found === null) return <div className={styles.list} />
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
