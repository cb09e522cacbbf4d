import { fileNameOf, formatSize, shownName } from '@parley/model'
import { File } from 'lucide-react'
import { useStore } from 'zustand'
import { usePickedFiles } from '../../../wiring/use-stores.ts'
import styles from './FileName.module.css'

export interface FileNameProps {
  readonly filePath: string
}

/** A file by its name and size; one that was not picked in this window must be selected again. */
export function FileName({ filePath }: FileNameProps) {
  const pickedFiles = usePickedFiles()
  const sizeBytes = useStore(pickedFiles.store, state => state.sizes[filePath])
  const name = shownName(fileNameOf(filePath))
  return (
    <span className={styles.file} title={name}>
      <File size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className="cut">{name}</span>
      {sizeBytes === undefined ? (
        <span className={styles.lost}>Select it again to send it</span>
      ) : (
        <span className={styles.size}>{formatSize(sizeBytes)}</span>
      )}
    </span>
  )
}
