import { isNeverImported } from '@parley/convert'
import type { ImportEvent, ImportSourceInput, ImportState } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerClient } from '../server-client/server-client.ts'
import type { FileUpload } from '../server-client/upload-file.ts'
import type { WindowContext } from '../window/window-context.ts'

/** A file that is to be imported, with its path below the folder that was picked. */
export interface FileToImport {
  readonly file: File
  readonly path: string
}

/** What the dialog shows. */
export type ImportingState =
  | { readonly state: 'choosing' }
  | { readonly state: 'uploading'; readonly doneFiles: number; readonly totalFiles: number }
  | ImportState

/** The number of files that a browser uploads at the same time besides the event stream. */
const uploadsAtOnce = 3

export type Importing = ReturnType<typeof createImporting>

/** An import from the first choice to its report; one at a time. */
export function createImporting(
  upload: FileUpload,
  calls: Pick<ServerClient['imports'], 'start' | 'write' | 'cancel'>,
  { windowId, newId, describeError }: Pick<WindowContext, 'windowId' | 'newId' | 'describeError'>,
) {
  const store = createStore<ImportingState>(() => ({ state: 'choosing' }))
  const current = createCurrentImport(store, calls, { windowId, newId, describeError })
  const { fail, withImport, begin, start } = current

  return {
    store,
    /** Imports files, or those of a folder with their paths in it. */
    async takeFiles(name: string, files: readonly FileToImport[]): Promise<void> {
      begin(newId())
      await withImport(async id => {
        const isCurrent = () => current.is(id)
        const given = await uploadFiles(
          store,
          file => upload(windowId, file),
          files.filter(isRead),
          isCurrent,
        )
        if (!isCurrent()) return
        current.forget()
        if (given.length > 0) await start({ kind: 'files', name, files: given })
        else fail(`“${name}” contains no file that can be read.`, 'Select another folder.')
      })
    },
    /** Imports a file that the server has already. */
    takePicked: (name: string, filePath: string) =>
      start({ kind: 'files', name, files: [{ filePath, path: name }] }),
    takeText: (text: string) => start({ kind: 'text', text }),
    takeUrl: (url: string) => start({ kind: 'url', url }),
    /**
     * Writes what was read; without `updates` each new version of a document becomes another collection.
     * `eventStreams`: requests for event streams become requests of the kind Server-Sent Events.
     */
    write: (updates: boolean, eventStreams: boolean): Promise<void> =>
      withImport(async id => {
        const { wasKnown } = await calls.write({ windowId, importId: id, updates, eventStreams })
        if (!wasKnown && current.is(id) && store.getState().state === 'read')
          fail('What was read is gone because Parley was restarted.', 'Import it again.')
      }),
    /** Returns to the selection of a source; what was read is discarded. */
    reset(): void {
      begin('')
      store.setState({ state: 'choosing' }, true)
    },
    receive({ type: _, importId: id, ...state }: ImportEvent): void {
      if (current.is(id)) store.setState(state, true)
    },
  }
}

/** The import that is shown. */
function createCurrentImport(
  store: StoreApi<ImportingState>,
  calls: Pick<ServerClient['imports'], 'start' | 'cancel'>,
  { windowId, newId, describeError }: Pick<WindowContext, 'windowId' | 'newId' | 'describeError'>,
) {
  let importId = ''

  function fail(sentence: string, nextStep = ''): void {
    store.setState({ state: 'failed', sentence, nextStep }, true)
  }

  /** Calls back with the current import, and says why if that fails while it still is. */
  async function withImport(act: (id: string) => Promise<void>): Promise<void> {
    const id = importId
    try {
      await act(id)
    } catch (error) {
      if (importId === id) fail(describeError(error))
    }
  }

  /** Begins another import, and discards the one that is shown. */
  function begin(id: string): void {
    if (importId !== '') calls.cancel({ windowId, importId }).catch(() => undefined)
    importId = id
  }

  async function start(source: ImportSourceInput): Promise<void> {
    begin(newId())
    store.setState({ state: 'reading', doneFiles: 0, totalFiles: 0, requests: 0 }, true)
    await withImport(async id => {
      await calls.start({ windowId, importId: id, source })
    })
  }

  return {
    is: (id: string) => importId === id,
    /** Its ID is given up; nothing is cancelled. */
    forget(): void {
      importId = ''
    },
    fail,
    withImport,
    begin,
    start,
  }
}

/** Uploads files a few at a time, while their import is the current one. */
async function uploadFiles(
  store: StoreApi<ImportingState>,
  upload: (file: File) => ReturnType<FileUpload>,
  files: readonly FileToImport[],
  isCurrent: () => boolean,
) {
  const given: { filePath: string; path: string }[] = []
  for (let first = 0; first < files.length && isCurrent(); first += uploadsAtOnce) {
    store.setState({ state: 'uploading', doneFiles: first, totalFiles: files.length }, true)
    const group = files.slice(first, first + uploadsAtOnce)
    const known = await Promise.all(group.map(one => upload(one.file)))
    for (const [index, { filePath }] of known.entries())
      given.push({ filePath, path: group[index]?.path ?? '' })
  }
  return given
}

function isRead({ path }: FileToImport): boolean {
  return !path.split('/').some(isNeverImported)
}
