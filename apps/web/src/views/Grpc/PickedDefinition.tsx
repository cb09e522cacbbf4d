import { useStore } from 'zustand'
import { SelectFileButton } from '../../components/buttons/SelectFileButton.tsx'
import { SettingRow } from '../../components/fields/SettingRow.tsx'
import { usePickedFiles } from '../../wiring/use-stores.ts'
import styles from '../RequestPane/tables/FileName.module.css'
import { FileName } from '../RequestPane/tables/FileName.tsx'

export interface PickedDefinitionProps {
  readonly label: string
  readonly tabId: string
  /** Empty: none is picked. */
  readonly filePath: string
  readonly onPick: (filePath: string) => void
}

/** The file that defines the services of a request without a collection. It is picked, as there is no folder to choose it from. */
export function PickedDefinition({ label, tabId, filePath, onPick }: PickedDefinitionProps) {
  const pickedFiles = usePickedFiles()
  const place = `${tabId}/definition`
  const isAdding = useStore(pickedFiles.store, state => (state.adding[place] ?? 0) > 0)
  const failure = useStore(pickedFiles.store, state => state.failures[place])
  const pick = (files: readonly File[]) =>
    void pickedFiles.add(place, files.slice(0, 1), ([picked = '']) => onPick(picked))
  return (
    <SettingRow
      label={label}
      detail="A picked file cannot import others. A request in a collection uses the files there."
    >
      <span className={styles.picked}>
        {filePath !== '' && <FileName filePath={filePath} />}
        <SelectFileButton words={filePath === '' ? 'Select file' : 'Replace'} onSelect={pick} />
        {isAdding && <span className={styles.note}>Reading the file</span>}
        {failure !== undefined && (
          <span className={styles.failure} role="alert">
            {failure}
          </span>
        )}
      </span>
    </SettingRow>
  )
}
