import { useStore } from 'zustand'
import { SelectFileButton } from '../../../components/buttons/SelectFileButton.tsx'
import { usePickedFiles } from '../../../wiring/use-stores.ts'
import styles from './FileName.module.css'
import { FileName } from './FileName.tsx'

export interface FileCellProps {
  /** Identifies the cell among all places for which files are picked. */
  readonly place: string
  readonly filePaths: readonly string[]
  readonly onSelect: (files: readonly File[]) => void
}

/** The files of a form's row. */
export function FileCell({ place, filePaths, onSelect }: FileCellProps) {
  const pickedFiles = usePickedFiles()
  const isAdding = useStore(pickedFiles.store, state => (state.adding[place] ?? 0) > 0)
  const failure = useStore(pickedFiles.store, state => state.failures[place])
  const named = filePaths.filter(path => path !== '')
  return (
    <div className={styles.cell}>
      {named.map(path => (
        <FileName key={path} filePath={path} />
      ))}
      <SelectFileButton
        allowsSeveral
        variant={named.length === 0 ? 'outlined' : 'plain'}
        words={named.length === 0 ? 'Select file' : 'Replace'}
        onSelect={onSelect}
      />
      {isAdding && <span className={styles.note}>Reading the file</span>}
      {failure !== undefined && (
        <span className={styles.failure} role="alert">
          {failure}
        </span>
      )}
    </div>
  )
}
