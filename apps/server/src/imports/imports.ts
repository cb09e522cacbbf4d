import { nodeFiles } from '@parley/files'
import {
  type DownloadPorts,
  downloadSource,
  findUpdates,
  type ImportRefusal,
  type ImportSource,
  type ImportUpdates,
  type ReadImport,
  runImport,
  sourceLimits,
  sourceTooLarge,
  type WrittenImport,
  writeImport,
} from '@parley/interchange'
import { failed, ok, type Result, type Variable } from '@parley/model'
import type { CollectionEntry, FolderEntry, Globals, TreeItem, Workspace } from '@parley/workspace'
import type { ImportEvent, ImportSourceInput, ImportState, ScopedSecret } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import { importPreview } from './import-preview.ts'

/** The services that {@link Imports} uses. */
export interface ImportsParts {
  readonly workspace: Workspace
  readonly globals: Globals
  readonly pickedFiles: PickedFiles
  readonly download: DownloadPorts
  /** Returns the ID in the page's tree of a path in the workspace. */
  idOfPath(path: string): string | null
  notify(windowId: string, event: ImportEvent): void
  onWritten(): void
}

interface RunningImport {
  readonly importId: string
  readonly cancel: AbortController
  read: FoundImport | null
}

/** What was read, and which of it updates existing collections. */
interface FoundImport {
  readonly read: ReadImport
  readonly updates: ImportUpdates
}

/** What the user chose before the import is written. */
interface WriteOptions {
  /** Whether collections that are new versions update the existing ones. */
  readonly updates: boolean
  readonly eventStreams: boolean
}

/**
 * The imports of windows. Each window has one at a time, which is read first and written when the user
 * confirms.
 */
export class Imports {
  readonly #parts: ImportsParts
  readonly #running = new Map<string, RunningImport>()

  constructor(parts: ImportsParts) {
    this.#parts = parts
  }

  start(windowId: string, importId: string, source: ImportSourceInput): void {
    this.releaseWindow(windowId)
    const running: RunningImport = { importId, cancel: new AbortController(), read: null }
    this.#running.set(windowId, running)
    void this.#read(windowId, running, source).catch(error => {
      logFault('an import', error)
      this.#notify(windowId, running, failedState(bug))
    })
  }

  /** Returns false if the import is unknown, or not read yet. */
  write(windowId: string, importId: string, options: WriteOptions): boolean {
    const running = this.#known(windowId, importId)
    if (running?.read == null) return false
    const { read, updates } = running.read
    running.read = null
    const found = { read, updates: options.updates ? updates : new Map() }
    void this.#write(windowId, running, found, options).catch(error => {
      logFault('an import', error)
      this.#notify(windowId, running, failedState(bug))
    })
    return true
  }

  cancel(windowId: string, importId: string): boolean {
    if (this.#known(windowId, importId) === undefined) return false
    this.releaseWindow(windowId)
    return true
  }

  /** Discards the import of a window. */
  releaseWindow(windowId: string): void {
    this.#running.get(windowId)?.cancel.abort()
    this.#running.delete(windowId)
  }

  /** Discards all imports. */
  close(): void {
    for (const windowId of [...this.#running.keys()]) this.releaseWindow(windowId)
  }

  #known(windowId: string, importId: string): RunningImport | undefined {
    const running = this.#running.get(windowId)
    return running?.importId === importId ? running : undefined
  }

  async #read(windowId: string, running: RunningImport, input: ImportSourceInput): Promise<void> {
    const { signal } = running.cancel
    this.#notify(windowId, running, { state: 'reading', doneFiles: 0, totalFiles: 0, requests: 0 })
    const source = await this.#source(windowId, input, signal)
    const read = source.ok
      ? await runImport(source.value, {
          signal,
          onProgress: progress => this.#notify(windowId, running, { state: 'reading', ...progress }),
        })
      : source
    if (!read.ok) return this.#notify(windowId, running, failedState(read.failure))
    const updates = await findUpdates(this.#parts.workspace, read.value)
    running.read = { read: read.value, updates }
    this.#notify(windowId, running, { state: 'read', preview: importPreview(read.value, updates, false) })
  }

  async #write(
    windowId: string,
    running: RunningImport,
    found: FoundImport,
    { eventStreams }: WriteOptions,
  ): Promise<void> {
    const { read, updates } = found
    this.#notify(windowId, running, { state: 'writing', preview: importPreview(read, updates, false) })
    const written = await writeImport(this.#parts.workspace, read, {
      updates,
      eventStreams,
      globals: this.#parts.globals,
    })
    if (!written.ok) return this.#notify(windowId, running, failedState(written.failure))
    const { collections, updated, environments, globals, workspaceVariables, notWritten } = written.value
    this.#parts.onWritten()
    this.#notify(windowId, running, {
      state: 'written',
      preview: importPreview(read, updates, true),
      written: {
        collections: collections.map(({ name, path, reportPath }) => ({
          id: this.#parts.idOfPath(path),
          name,
          reportPath,
        })),
        updated: updated.map(one => one.name),
        environments: environments.map(one => one.name),
        globals,
        workspaceVariables,
        secretsOfScripts: await this.#secretsOfScripts(read, written.value),
        notWritten: notWritten.map(({ place, sentence }) => `${place.join(' / ')}: ${sentence}`),
      },
    })
  }

  /** Returns the owners of the secrets that the imported scripts use. */
  async #secretsOfScripts(
    { summary }: ReadImport,
    { collections, environments, workspaceVariables, globals }: WrittenImport,
  ): Promise<readonly ScopedSecret[]> {
    const { workspace } = this.#parts
    const names = new Set(summary.secretsOfScripts.map(one => one.name))
    const paths = new Set(environments.map(one => one.path))
    const added = new Set(collections.map(one => one.path))
    const { tree } = workspace
    const entries = [
      ...tree.environments.filter(one => paths.has(one.path)),
      ...tree.collections.filter(one => added.has(one.path)).flatMap(one => one.environments),
    ]
    const found: ScopedSecret[] = []
    const add = (place: ScopedSecret['place'], variables: readonly Variable[]) => {
      for (const { secret, name } of variables) if (secret && names.has(name)) found.push({ place, name })
    }
    for (const { id, path } of entries) {
      const read = await workspace.readEnvironment(path)
      if (read.ok) add({ kind: 'environment', id }, read.value.entity.variables)
    }
    for (const { kind, id, path } of containersIn(tree.collections.filter(one => added.has(one.path)))) {
      const read = await (kind === 'collection' ? workspace.readCollection(path) : workspace.readFolder(path))
      if (read.ok) add({ kind, id }, read.value.entity.defaults.variables)
    }
    const ofKind = (kind: 'workspace' | 'global', some: readonly string[]) =>
      some.filter(name => names.has(name)).map(name => ({ place: { kind }, name }))
    return [...found, ...ofKind('workspace', workspaceVariables), ...ofKind('global', globals)]
  }

  #source(
    windowId: string,
    input: ImportSourceInput,
    signal: AbortSignal,
  ): Promise<Result<ImportSource, ImportRefusal>> {
    switch (input.kind) {
      case 'url':
        return downloadSource(input.url, this.#parts.download, signal)
      case 'text': {
        const name = 'Pasted text'
        return Promise.resolve(
          ok({ name, isPasted: true, files: [{ path: name, bytes: new TextEncoder().encode(input.text) }] }),
        )
      }
      case 'files':
        return this.#pickedFiles(windowId, input.name, input.files)
    }
  }

  /** Reads files that the window picked, and no others, and releases them. */
  async #pickedFiles(
    windowId: string,
    name: string,
    files: readonly { readonly filePath: string; readonly path: string }[],
  ): Promise<Result<ImportSource, ImportRefusal>> {
    const { pickedFiles } = this.#parts
    const found: { path: string; bytes: Uint8Array }[] = []
    let roomBytes = sourceLimits.totalBytes
    let refusal: ImportRefusal | null = null
    for (const { filePath, path } of files) {
      const size = await pickedFiles.filesOf(windowId).lengthBytes(filePath)
      if (!size.ok) refusal ??= notPicked(path)
      else if (size.value > roomBytes) refusal ??= sourceTooLarge(path, sourceLimits.totalBytes)
      else if (refusal === null) {
        roomBytes -= size.value
        found.push({ path, bytes: await nodeFiles.read(pickedFiles.locate(filePath)) })
      }
      await pickedFiles.release(windowId, filePath)
    }
    return refusal === null ? ok({ name, files: found }) : failed(refusal)
  }

  /** Notifies the window, unless the import was cancelled or replaced. */
  #notify(windowId: string, running: RunningImport, state: ImportState): void {
    if (this.#running.get(windowId) !== running) return
    this.#parts.notify(windowId, { type: 'import', importId: running.importId, ...state })
  }
}

const bug = {
  sentence: 'A bug in Parley stopped the import.',
  nextStep: 'Look at Parley’s log, and report it.',
}

/** Returns the collections and folders among entries and in them. */
function containersIn(
  entries: readonly (CollectionEntry | TreeItem)[],
): readonly (CollectionEntry | FolderEntry)[] {
  return entries.flatMap(entry => (entry.kind === 'request' ? [] : [entry, ...containersIn(entry.items)]))
}

function failedState({
  sentence,
  nextStep,
}: {
  readonly sentence: string
  readonly nextStep: string
}): ImportState {
  return { state: 'failed', sentence, nextStep }
}

function notPicked(path: string): ImportRefusal {
  return {
    code: 'SOURCE_NOT_READ',
    sentence: `“${path}” was not selected in this window.`,
    nextStep: 'Select it again.',
  }
}
