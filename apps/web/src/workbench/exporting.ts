import type { ExportEvent, ExportInput, ExportOutcome } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { FileExports } from '../server-client/file-exports.ts'
import type { WindowContext } from '../window/window-context.ts'

/** What is to be exported: one of the formats of a collection, the history, or everything. */
export type ExportChoice = Extract<ExportInput, { kind: 'collection' }>['format'] | 'history' | 'everything'

/** Returns whether a choice needs a collection. */
export function isOfCollection(
  choice: ExportChoice,
): choice is Exclude<ExportChoice, 'history' | 'everything'> {
  return choice !== 'history' && choice !== 'everything'
}

export interface ExportingState {
  /** The ID of a collection or folder. Null: none is chosen. */
  readonly collectionId: string | null
  readonly choice: ExportChoice
  readonly outcome: { readonly state: 'none' | 'making' } | ExportOutcome
}

export type Exporting = ReturnType<typeof createExporting>

/** An export of a collection or of the history as a file. */
export function createExporting(files: FileExports, window: Pick<WindowContext, 'newId' | 'describeError'>) {
  const store = createStore<ExportingState>(() => ({
    collectionId: null,
    choice: 'openCollection',
    outcome: { state: 'none' },
  }))
  let exportId = ''

  function fail(error: unknown): void {
    store.setState({ outcome: { state: 'failed', sentence: window.describeError(error), nextStep: '' } })
  }

  return {
    store,
    /** Starts again with a collection or folder. */
    open: (collectionId: string | null, choice: ExportChoice = 'openCollection') =>
      store.setState({ collectionId, choice, outcome: { state: 'none' } }),
    chooseCollection: (collectionId: string) => store.setState({ collectionId, outcome: { state: 'none' } }),
    choose: (choice: ExportChoice) => store.setState({ choice, outcome: { state: 'none' } }),
    /** Creates the file, which is saved as soon as it is ready. */
    async make(): Promise<void> {
      const { collectionId, choice, outcome } = store.getState()
      if (outcome.state === 'making' || (isOfCollection(choice) && collectionId === null)) return
      exportId = window.newId()
      store.setState({ outcome: { state: 'making' } })
      try {
        await files.start(
          exportId,
          isOfCollection(choice)
            ? { kind: 'collection', id: collectionId ?? '', format: choice }
            : { kind: choice },
        )
      } catch (error) {
        fail(error)
      }
    },
    async receive({ type: _, exportId: id, ...outcome }: ExportEvent): Promise<void> {
      if (id !== exportId || store.getState().outcome.state !== 'making') return
      store.setState({ outcome })
      if (outcome.state === 'failed') return
      try {
        await files.save(id)
      } catch (error) {
        fail(error)
      }
    },
  }
}
