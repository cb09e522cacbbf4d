import { contentTypeOf } from '@parley/engine'
import type { FileBody } from '@parley/model'
import { useStore } from 'zustand'
import { SelectFileButton } from '../../components/buttons/SelectFileButton.tsx'
import { VariableInput } from '../../components/fields/VariableInput.tsx'
import { usePickedFiles, useWorkbench } from '../../wiring/use-stores.ts'
import { withBodyFile, withFileMediaType } from '../../workbench/request/edit-files.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { useKnownVariables } from '../Request/use-known-variables.ts'
import styles from './BinaryBody.module.css'
import { FileName } from './tables/FileName.tsx'

export interface BinaryBodyProps {
  readonly tab: RequestTab
  readonly body: FileBody
}

/** The file that is sent unchanged; it may be dropped anywhere in the section. */
export function BinaryBody({ tab, body }: BinaryBodyProps) {
  const workbench = useWorkbench()
  const pickedFiles = usePickedFiles()
  const known = useKnownVariables(tab)
  const place = `${tab.id}/binary`
  const isAdding = useStore(pickedFiles.store, state => (state.adding[place] ?? 0) > 0)
  const failure = useStore(pickedFiles.store, state => state.failures[place])
  const file = body.files.find(one => one.selected && one.filePath !== '')
  const add = (files: readonly File[]) =>
    void pickedFiles.add(place, files.slice(0, 1), filePaths =>
      workbench.editDraft(tab.id, draft => withBodyFile(draft, filePaths[0] ?? '')),
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; there is Select file as well.
    <div
      className={styles.section}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        add([...event.dataTransfer.files])
      }}
    >
      <div className={styles.zone}>
        {file === undefined ? (
          <span className={styles.note}>Drop a file here, or</span>
        ) : (
          <FileName filePath={file.filePath} />
        )}
        <SelectFileButton words={file === undefined ? 'Select file' : 'Replace'} onSelect={add} />
        {isAdding && <span className={styles.note}>Reading the file</span>}
        {failure !== undefined && (
          <span className={styles.failure} role="alert">
            {failure}
          </span>
        )}
      </div>
      {file !== undefined && (
        <div className={styles.mediaType}>
          <span aria-hidden="true">Content-Type</span>
          <div className={styles.field}>
            <VariableInput
              label="Content-Type"
              value={file.contentType}
              known={known}
              placeholder={contentTypeOf({ ...body, files: [{ ...file, contentType: '' }] }, '') ?? ''}
              onChange={mediaType =>
                workbench.editDraft(tab.id, draft => withFileMediaType(draft, mediaType))
              }
            />
          </div>
        </div>
      )}
    </div>
  )
}
