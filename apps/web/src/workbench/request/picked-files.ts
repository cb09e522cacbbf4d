import { filePathsOf, type HttpRequest } from '@parley/model'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { UploadedFile } from '../../server-client/upload-file.ts'
import type { WindowContext } from '../../window/window-context.ts'
import type { RequestTab } from '../tabs/request-tab.ts'

/** The state of picked files. Browsers do not reveal paths, so the server stores their content. */
export interface PickedFilesState {
  /**
   * Sizes in bytes, by the path that a request uses for the file. A path that is missing here was not picked
   * in this window.
   */
  readonly sizes: Readonly<Record<string, number | undefined>>
  /** The number of files that are being uploaded, by the place that they were picked for. */
  readonly adding: Readonly<Record<string, number | undefined>>
  /** By place: why the last files could not be added, as a sentence. */
  readonly failures: Readonly<Record<string, string | undefined>>
}

/** A file as a browser gives it. */
export interface BrowserFile {
  readonly name: string
  readonly size: number
}

/** The files that were picked in this window, which the server keeps as long as a tab names them. */
export function createPickedFiles<File extends BrowserFile>(
  upload: (windowId: string, file: File) => Promise<UploadedFile>,
  calls: ServerClient['files'],
  { windowId, describeError }: Pick<WindowContext, 'windowId' | 'describeError'>,
) {
  const store = createStore<PickedFilesState>(() => ({ sizes: {}, adding: {}, failures: {} }))

  function addTo(place: string, count: number): void {
    store.setState(state => ({ adding: { ...state.adding, [place]: (state.adding[place] ?? 0) + count } }))
  }

  return {
    store,
    /** Uploads files and, once all are uploaded, passes on the paths that requests use for them. */
    async add(
      place: string,
      files: readonly File[],
      onAdded: (filePaths: readonly string[]) => void,
    ): Promise<void> {
      if (files.length === 0) return
      addTo(place, files.length)
      store.setState(state => ({ failures: { ...state.failures, [place]: undefined } }))
      try {
        const added: string[] = []
        for (const file of files) {
          const { filePath, sizeBytes } = await upload(windowId, file)
          store.setState(state => ({ sizes: { ...state.sizes, [filePath]: sizeBytes } }))
          added.push(filePath)
        }
        onAdded(added)
      } catch (error) {
        const failure = describeError(error)
        store.setState(state => ({ failures: { ...state.failures, [place]: failure } }))
      } finally {
        addTo(place, -files.length)
      }
    },
    /** Releases files that no tab refers to. */
    releaseUnused(tabs: readonly RequestTab[]): void {
      const used = new Set(tabs.flatMap(filesOfTab))
      const { sizes } = store.getState()
      const unused = Object.keys(sizes).filter(filePath => !used.has(filePath))
      if (unused.length === 0) return
      store.setState({ sizes: Object.fromEntries(Object.entries(sizes).filter(([path]) => used.has(path))) })
      // A lost server has none of them.
      for (const filePath of unused) calls.release({ windowId, filePath }).catch(() => undefined)
    },
  }
}

function filesOfTab(tab: RequestTab): readonly string[] {
  const { done, undone } = tab.replacements
  const replaced = [...done, ...undone].flatMap(({ before, after }) => [before, after])
  const snapshots = [tab, ...replaced]
  const bodies = snapshots.flatMap(({ draft, keptBodies }) => [
    draft.body,
    ...Object.values(keptBodies ?? {}),
  ])
  const definitions = [tab.saved, ...snapshots.map(({ draft }) => draft)].flatMap(definitionPathsOf)
  return [...[tab.saved.body, ...bodies].flatMap(filePathsOf), ...definitions]
}

/** Returns the files that define the service of a gRPC request. */
function definitionPathsOf({ grpc }: HttpRequest): readonly string[] {
  return grpc === undefined ? [] : [grpc.protoFilePath, grpc.options.descriptorSetPath]
}
