import { X } from 'lucide-react'
import { Heading } from 'react-aria-components/Heading'
import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { ModalDialog } from '../../components/ModalDialog.tsx'
import type { ImportingState } from '../../workbench/importing.ts'
import styles from './ImportDialog.module.css'
import { ImportReport } from './ImportReport.tsx'
import { SourceForm } from './SourceForm.tsx'

export interface ImportDialogProps {
  readonly onClose: () => void
}

/** Import: a source is chosen, what it brings is shown, and then it is written into the workspace. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const { importing } = useAppModel()
  const state = useStore(importing.store)

  function close(): void {
    importing.reset()
    onClose()
  }

  return (
    <ModalDialog label="Import" size="import" onClose={close}>
      <div className={styles.layout}>
        <div className={styles.head}>
          <Heading slot="title" className={styles.title ?? ''}>
            Import
          </Heading>
          <IconButton label="Close" onPress={close}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.body}>
          <ImportBody state={state} />
        </div>
        {state.state !== 'choosing' && (
          <div className={styles.actions}>
            <span className={styles.status} role="status">
              {statusText(state)}
            </span>
            <ImportActions state={state} onClose={close} />
          </div>
        )}
      </div>
    </ModalDialog>
  )
}

function ImportBody({ state }: { readonly state: ImportingState }) {
  switch (state.state) {
    case 'choosing':
      return <SourceForm />
    case 'uploading':
    case 'reading':
      return null
    case 'failed':
      return (
        <div className={styles.failure} role="alert">
          <p className={styles.sentence}>{state.sentence}</p>
          <p>{state.nextStep}</p>
        </div>
      )
    case 'read':
    case 'writing':
      return <ImportReport preview={state.preview} written={null} />
    case 'written':
      return <ImportReport preview={state.preview} written={state.written} />
  }
}

function ImportActions({ state, onClose }: { readonly state: ImportingState; readonly onClose: () => void }) {
  const { importing } = useAppModel()
  const { state: step } = state
  const isWritten = step === 'written'
  return (
    <>
      {(step === 'read' || step === 'failed') && (
        <Button onPress={importing.reset}>Choose another source</Button>
      )}
      {!isWritten && (
        <Button variant="outlined" onPress={onClose}>
          Cancel
        </Button>
      )}
      {/* One button all along, so that it keeps the focus. */}
      {(step === 'read' || step === 'writing' || isWritten) && (
        <Button
          variant="primary"
          autoFocus
          onPress={() => {
            if (step === 'read') void importing.write()
            else if (isWritten) onClose()
          }}
        >
          {isWritten ? 'Done' : 'Import'}
        </Button>
      )}
    </>
  )
}

function statusText(state: ImportingState): string {
  switch (state.state) {
    case 'uploading':
      return `Handing over ${state.doneFiles.toLocaleString('en')} of ${state.totalFiles.toLocaleString('en')} files`
    case 'reading':
      return state.totalFiles > 1
        ? `Reading ${state.doneFiles.toLocaleString('en')} of ${state.totalFiles.toLocaleString('en')} files`
        : 'Reading'
    case 'read':
      return 'Nothing is written yet'
    case 'writing':
      return 'Writing'
    case 'written':
      return 'Imported'
    default:
      return ''
  }
}
