import type { SchemaFileList as ListedFiles } from '@parley/server/contract'
import { useEffect, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Button } from '../../components/buttons/Button.tsx'
import { useGraphQlSchemas } from '../../wiring/use-stores.ts'
import styles from './SchemaExplorer.module.css'

export interface SchemaFileListProps {
  /** In whose collection the files are. */
  readonly parentId: string | null
  /** Lists only paths that contain it. */
  readonly text: string
  readonly onChosen: (path: string) => void
  readonly onCancel: () => void
}

/** The schema files of the collection, to choose the one that a request follows. */
export function SchemaFileList({ parentId, text, onChosen, onCancel }: SchemaFileListProps) {
  const schemas = useGraphQlSchemas()
  const [listed, setListed] = useState<ListedFiles | string | null>(null)
  useEffect(() => {
    let isUnmounted = false
    void schemas.files('graphql', parentId).then(found => {
      if (!isUnmounted) setListed(found)
    })
    return () => {
      isUnmounted = true
    }
  }, [schemas, parentId])
  const wanted = text.trim().toLowerCase()
  const all = listed === null || typeof listed === 'string' ? [] : listed.paths
  const paths = all.filter(path => path.toLowerCase().includes(wanted))
  return (
    <div className={styles.list}>
      <div className={styles.state}>
        <span role="status">{typeof listed === 'string' ? listed : 'Schema files of the collection'}</span>
        <Button size="small" onPress={onCancel}>
          Cancel
        </Button>
      </div>
      {listed !== null && typeof listed !== 'string' && (
        <ListBox
          aria-label="Schema files"
          selectionMode="none"
          onAction={key => onChosen(String(key))}
          renderEmptyState={() => (
            <p className={styles.nothing}>
              No file of the collection ends with .graphql, .graphqls, .gql or .sdl, or is a JSON file with
              “schema” in its name.
            </p>
          )}
        >
          {paths.map(path => (
            <ListBoxItem key={path} id={path} textValue={path} className={styles.match ?? ''}>
              {path}
            </ListBoxItem>
          ))}
        </ListBox>
      )}
      {typeof listed === 'object' && listed?.isWhole === false && (
        <p className={styles.nothing}>The collection has more files. Search for a part of the path.</p>
      )}
    </div>
  )
}
