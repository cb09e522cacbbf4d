import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import frame from '../../components/dialogs/DialogFrame.module.css'
import { ModalDialog } from '../../components/dialogs/ModalDialog.tsx'
import { findEntry } from '../../library/find-entry.ts'
import { foldFolders } from '../../library/fold-folders.ts'
import {
  useContainerTabs,
  useDialogs,
  useImporting,
  useLibrary,
  useSidebar,
} from '../../wiring/use-stores.ts'
import type { ImportingState } from '../../workbench/importing.ts'
import { afterDialogsClose, focusOpenedPage } from '../Shortcuts/focus-pane.ts'
import { focusTree } from '../Sidebar/tree-focus.ts'
import { EventStreamChoice } from './EventStreamChoice.tsx'
import styles from './ImportDialog.module.css'
import { ImportReport } from './ImportReport.tsx'
import { noTypedSource, SourceForm, type TypedSource } from './SourceForm.tsx'

export interface ImportDialogProps {
  readonly onClose: () => void
}

/** Import: the user selects a source, sees what it contains, and writes it into the workspace. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const importing = useImporting()
  const state = useStore(importing.store)
  const { imported, close, open } = useLeaving(state, onClose)

  const url = useStore(useDialogs().store, ({ typed: given }) => given)
  const [typed, setTyped] = useState<TypedSource>(
    url === '' ? noTypedSource : { ...noTypedSource, kind: 'url', url },
  )
  const body = useRef<HTMLDivElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  const { state: step } = state
  const [areStreams, setStreams] = useState(false)
  useStepFocus(step, body, actions)

  return (
    <ModalDialog kind="import" label="Import" size="import" onClose={close}>
      <div className={frame.layout}>
        <div className={frame.head}>
          <Heading slot="title" className={frame.title ?? ''}>
            Import
          </Heading>
          <IconButton label="Close" onPress={close}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <div ref={body} className={styles.body}>
          {step === 'choosing' ? (
            <SourceForm typed={typed} onType={setTyped} />
          ) : (
            <ImportBody state={state} areStreams={areStreams} onStreams={setStreams} />
          )}
        </div>
        {state.state !== 'choosing' && (
          <div ref={actions} className={frame.actions}>
            <span className={frame.status} role="status">
              {statusText(state)}
            </span>
            <ImportActions
              state={state}
              areStreams={areStreams}
              opened={imported[0]}
              onOpen={open}
              onClose={close}
            />
          </div>
        )}
      </div>
    </ModalDialog>
  )
}

/** How the dialog is left: to the imported collection in the sidebar, or to its page. */
function useLeaving(state: ImportingState, onClose: () => void) {
  const importing = useImporting()
  const sidebar = useSidebar()
  const library = useLibrary()
  const containerTabs = useContainerTabs()
  const imported = importedIds(state)
  // At once, so that nothing moves in the sidebar when the dialog closes.
  useEffect(() => {
    const ids = importedIds(state)
    if (ids.length > 0) void foldFolders(library, ids)
  }, [library, state])

  function leave(): void {
    importing.reset()
    onClose()
  }

  function close(): void {
    leave()
    const [first] = imported
    if (first === undefined) return
    afterDialogsClose(() => {
      focusTree()
      sidebar.choose(first)
    })
  }

  function open(id: string): void {
    leave()
    sidebar.choose(id)
    afterDialogsClose(() => void openPage(id))
  }

  async function openPage(id: string): Promise<void> {
    const entry = findEntry(await library.refresh().catch(() => null), id)
    if (entry === null) return
    await containerTabs.open(entry)
    focusOpenedPage()
  }

  return { imported, close, open }
}

/** Returns the IDs of the collections that an import made. */
function importedIds(state: ImportingState): readonly string[] {
  const collections = state.state === 'written' ? state.written.collections : []
  return collections.flatMap(({ id }) => (id === null ? [] : [id]))
}

/** Moves the focus with each step: the focused element has been removed by now, and the dialog does not handle that. */
function useStepFocus(
  step: ImportingState['state'],
  body: RefObject<HTMLElement | null>,
  actions: RefObject<HTMLElement | null>,
): void {
  const lastStep = useRef(step)
  useEffect(() => {
    const place = step === 'choosing' ? body.current : actions.current
    if (step === 'read' || step === 'written') focusOn(place, 'button:last-of-type')
    else if (step === 'failed') focusOn(place, 'button')
    else if (step === 'choosing' && lastStep.current !== step)
      focusOn(place, 'textarea, input:not([type="radio"])', ':checked')
    lastStep.current = step
  }, [step, body, actions])
}

/** Focuses the first element that one of the selectors finds. */
function focusOn(place: HTMLElement | null, ...selectors: readonly string[]): void {
  const found = selectors.map(selector => place?.querySelector<HTMLElement>(selector)).find(one => one)
  found?.focus()
}

interface ImportBodyProps {
  readonly state: ImportingState
  readonly areStreams: boolean
  readonly onStreams: (areStreams: boolean) => void
}

function ImportBody({ state, areStreams, onStreams }: ImportBodyProps) {
  switch (state.state) {
    case 'choosing':
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
      return (
        <ImportReport preview={state.preview} written={null}>
          {state.preview.eventStreams.requests > 0 && (
            <EventStreamChoice
              eventStreams={state.preview.eventStreams}
              isSelected={areStreams}
              onChange={onStreams}
            />
          )}
        </ImportReport>
      )
    case 'written':
      return <ImportReport preview={state.preview} written={state.written} />
  }
}

interface ImportActionsProps {
  readonly state: ImportingState
  /** Whether requests for event streams become requests of that kind. */
  readonly areStreams: boolean
  /** The ID of the first imported collection. */
  readonly opened: string | undefined
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
}

function ImportActions({ state, areStreams, opened, onOpen, onClose }: ImportActionsProps) {
  const importing = useImporting()
  const { state: step } = state
  const isWritten = step === 'written'
  return (
    <>
      {step === 'read' && state.preview.updates.length > 0 && (
        <Button onPress={() => void importing.write(false, areStreams)}>Import another collection</Button>
      )}
      {((step === 'read' && state.preview.updates.length === 0) || step === 'failed') && (
        <Button onPress={importing.reset}>Choose another source</Button>
      )}
      {!isWritten && (
        <Button variant="outlined" onPress={onClose}>
          Cancel
        </Button>
      )}
      {isWritten && opened !== undefined && (
        <Button variant="outlined" onPress={() => onOpen(opened)}>
          Open
        </Button>
      )}
      {/* The same button in all these steps, so that it keeps the focus. */}
      {(step === 'read' || step === 'writing' || isWritten) && (
        <Button
          variant="primary"
          onPress={() => {
            if (step === 'read') void importing.write(true, areStreams)
            else if (isWritten) onClose()
          }}
        >
          {isWritten ? 'Done' : primaryWords(state)}
        </Button>
      )}
    </>
  )
}

/** Returns the label of the button. */
function primaryWords(state: ImportingState): string {
  const isUpdate = 'preview' in state && state.preview.updates.length > 0
  return isUpdate ? 'Update' : 'Import'
}

function readingText(state: ImportingState & { readonly state: 'reading' }): string {
  const { doneFiles, totalFiles, requests } = state
  const files =
    totalFiles > 1 ? ` ${doneFiles.toLocaleString('en')} of ${totalFiles.toLocaleString('en')} files` : ''
  const found = requests === 0 ? '' : `, ${requests.toLocaleString('en')} requests so far`
  return `Reading${files}${found}`
}

function statusText(state: ImportingState): string {
  switch (state.state) {
    case 'uploading':
      return `Uploading ${state.doneFiles.toLocaleString('en')} of ${state.totalFiles.toLocaleString('en')} files`
    case 'reading':
      return readingText(state)
    case 'read':
      return 'Nothing is written yet'
    case 'writing':
      return 'Writing'
    case 'written':
      return state.written.updated.length > 0 ? 'Up to date' : 'Imported'
    case 'choosing':
    case 'failed':
      return ''
  }
}
