import type { FileBodyStore } from '@parley/appdata'
import { describeLocked, type Locked } from '@parley/appdata'
import { exportEnvironment, exportHar, type HarSource } from '@parley/convert'
import type { WithheldValue } from '@parley/engine'
import {
  contentOf,
  type ExportedFile,
  exportCollection,
  exportedFileName,
  hideInSource,
} from '@parley/interchange'
import { type AppSettings, failed, type HistoryEntry, ok, type Result } from '@parley/model'
import { nodeSources } from '@parley/transport'
import { typedSecrets, type Workspace } from '@parley/workspace'
import type { ExportEvent, ExportInput, ExportOutcome } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import type { Runs } from '../runs/runs.ts'
import type { SendHistory } from '../send-history.ts'
import { type ArchivedWorkspace, zipEverything } from './zip-everything.ts'

/** The services that {@link Exports} uses. */
export interface ExportsParts {
  readonly workspace: Workspace
  readonly history: Pick<SendHistory, 'list' | 'read' | 'secretsOf'>
  readonly bodies: FileBodyStore
  readonly runs: Pick<Runs, 'report'>
  /** Returns the secrets of all files and variables on this device, with their values. */
  knownSecrets(): Promise<Result<readonly WithheldValue[], Locked>>
  /** Lists the recent workspaces, including the open one. */
  listWorkspaces(): readonly ArchivedWorkspace[]
  /** Returns the file of the global variables; null if there is none. */
  readGlobals(): Promise<string | null>
  readSettings(): AppSettings
  /** Returns the path of an entry in the workspace; null if there is none. */
  pathOf(id: string): string | null
  notify(windowId: string, event: ExportEvent): void
}

/** A file to be downloaded. */
interface SavedFile {
  readonly fileName: string
  readonly content: string | Uint8Array<ArrayBuffer>
  /** What the format cannot represent, as sentences. */
  readonly losses: readonly string[]
}

interface CreatedExport {
  readonly exportId: string
  file: SavedFile | null
}

type ExportResult = Promise<Result<SavedFile, { readonly sentence: string; readonly nextStep: string }>>

/** The maximum number of losses that a dialog shows. */
const maxShownLosses = 100
/** Archives list larger bodies only by size. */
const maximumBodyBytes = 1_000_000

/**
 * Creates the exports of windows. It keeps the last file of each window until the next export or the window's
 * end.
 */
export class Exports {
  readonly #parts: ExportsParts
  readonly #created = new Map<string, CreatedExport>()

  constructor(parts: ExportsParts) {
    this.#parts = parts
  }

  start(windowId: string, exportId: string, source: ExportInput): void {
    const created: CreatedExport = { exportId, file: null }
    this.#created.set(windowId, created)
    void this.#create(source)
      .catch(error => {
        logFault('an export', error)
        return failed({
          sentence: 'A bug in Parley stopped the export.',
          nextStep: 'Look at Parley’s log, and report it.',
        })
      })
      .then(result => {
        if (this.#created.get(windowId) !== created) return
        created.file = result.ok ? result.value : null
        this.#parts.notify(windowId, { type: 'export', exportId, ...outcomeOf(result) })
      })
  }

  /** Returns the file of an export; null if it is gone. */
  file(windowId: string, exportId: string): SavedFile | null {
    const created = this.#created.get(windowId)
    return created?.exportId === exportId ? created.file : null
  }

  releaseWindow(windowId: string): void {
    this.#created.delete(windowId)
  }

  #create(source: ExportInput): ExportResult {
    switch (source.kind) {
      case 'collection':
        return this.#collection(source)
      case 'environment':
        return this.#environment(source)
      case 'history':
        return this.#archive()
      case 'run':
        return this.#report(source)
      case 'everything':
        return this.#everything()
    }
  }

  async #collection({ id, format }: Extract<ExportInput, { kind: 'collection' }>): ExportResult {
    const path = this.#parts.pathOf(id)
    if (path === null)
      return failed({
        sentence: 'The collection is no longer in the workspace.',
        nextStep: 'Choose another one.',
      })
    const exported = await exportCollection(this.#parts.workspace, path, format, nodeSources)
    return exported.ok ? ok(saved(exported.value)) : exported
  }

  async #environment({ id }: Extract<ExportInput, { kind: 'environment' }>): ExportResult {
    const { workspace } = this.#parts
    const { environments, collections } = workspace.tree
    const all = [...environments, ...collections.flatMap(one => one.environments)]
    const entry = all.find(one => one.id === id)
    const read = entry === undefined ? null : await workspace.readEnvironment(entry.path)
    if (read === null)
      return failed({
        sentence: 'The environment is no longer in the workspace.',
        nextStep: 'Choose another one.',
      })
    if (!read.ok) return read
    const { entity } = read.value
    const { value, losses } = exportEnvironment(entity)
    const fileName = `${exportedFileName(entity.name)}.postman_environment.json`
    return ok({ fileName, content: jsonText(value), losses })
  }

  async #report({ runId, format }: Extract<ExportInput, { kind: 'run' }>): ExportResult {
    const report = await this.#parts.runs.report(runId, format)
    if (!report.ok) return failed(describeLocked(report.failure))
    if (report.value === null)
      return failed({ sentence: 'This run is no longer stored.', nextStep: 'Run again.' })
    return ok(saved({ ...report.value, losses: [] }))
  }

  async #archive(): ExportResult {
    const list = await this.#parts.history.list({ search: '', requestId: null, offset: 0, limit: 100 })
    if (!list.ok) return failed(describeLocked(list.failure))
    const secrets = await this.#parts.knownSecrets()
    if (!secrets.ok) return failed(describeLocked(secrets.failure))
    const sources: HarSource[] = []
    const losses: string[] = []
    // Oldest first, in the order in which they were sent.
    for (const { id, method, url } of list.value.entries.toReversed()) {
      const entry = await this.#parts.history.read(id)
      const source =
        entry.ok && entry.value !== null ? await this.#harSource(entry.value, secrets.value) : null
      if (source === null)
        losses.push(`${method} ${url}: a HAR file has no place for a send without a response.`)
      else sources.push(source)
    }
    const archive = exportHar(sources, { includeSecrets: false })
    return ok({ fileName: 'history.har', content: jsonText(archive), losses })
  }

  async #everything(): ExportResult {
    const { listWorkspaces, readGlobals, readSettings } = this.#parts
    const history = await this.#archive()
    const globals = await readGlobals()
    const archive = await zipEverything(listWorkspaces(), [
      { path: 'README.txt', text: readme },
      { path: 'settings.json', text: jsonText(readSettings()) },
      ...(globals === null ? [] : [{ path: 'globals.yml', text: globals }]),
      ...(history.ok && typeof history.value.content === 'string'
        ? [{ path: history.value.fileName, text: history.value.content }]
        : []),
    ])
    if (!archive.ok) return archive
    const lost = history.ok ? history.value.losses : [`The history is locked. ${history.failure.sentence}`]
    const { bytes, losses } = archive.value
    return ok({ fileName: 'parley.zip', content: bytes, losses: [...losses, ...lost] })
  }

  async #harSource(
    { id, request, outcome }: HistoryEntry,
    known: readonly WithheldValue[],
  ): Promise<HarSource | null> {
    if (outcome.state !== 'answered') return null
    const { handle, charset } = outcome.exchange.response.content
    const body = 'body' in request && request.body.type === 'raw' ? request.body.text : null
    const bytes = handle === '' ? null : await this.#bytes(handle)
    const source = {
      exchange: outcome.exchange,
      requestText: body,
      responseContent: bytes === null ? null : contentOf(bytes, charset),
    }
    const used = await this.#parts.history.secretsOf(id)
    return hideInSource(source, [...known, ...used, ...typedSecrets(request)])
  }

  async #bytes(handle: string): Promise<Uint8Array | null> {
    const sizeBytes = this.#parts.bodies.sizeBytes(handle)
    if (sizeBytes === null || sizeBytes > maximumBodyBytes) return null
    return this.#parts.bodies.read(handle, 0, sizeBytes)
  }
}

function outcomeOf(result: Awaited<ExportResult>): ExportOutcome {
  if (!result.ok) {
    const { sentence, nextStep } = result.failure
    return { state: 'failed', sentence, nextStep }
  }
  const { fileName, content, losses } = result.value
  return {
    state: 'made',
    fileName,
    sizeBytes: Buffer.byteLength(content),
    losses: losses.slice(0, maxShownLosses),
    totalLosses: losses.length,
  }
}

function saved({ text, ...file }: ExportedFile): SavedFile {
  return { ...file, content: text }
}

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const readme = `Everything that Parley stores, except secrets.

workspaces/    Each is a folder of OpenCollection files. Unpack it, then open it with "Open workspace".
globals.yml    The global variables.
settings.json  The settings and shortcuts.
history.har    The last requests with their responses, as an HTTP archive (HAR) that Import can read.

This archive contains no secret values, only the names of secrets.
`
