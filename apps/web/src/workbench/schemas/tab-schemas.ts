import type { GraphQlSchemaSource, HttpRequest } from '@parley/model'
import type {
  FileSchema,
  SchemaEvent,
  SchemaFileEvent,
  SchemaFileKind,
  SchemaFileList,
  SchemaProblem,
  ShownSchema,
} from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { OutcomeOf, ReadSchema, SchemaSource } from '../../language-worker/language-calls.ts'
import type { ReadSchemaText } from '../../server-client/read-schema-text.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { UploadedFile } from '../../server-client/upload-file.ts'
import type { WindowContext } from '../../window/window-context.ts'

/** The draft whose schema is meant, and the collection or folder that it is in. */
export interface SchemaSubject {
  readonly parentId: string | null
  readonly requestId: string
  readonly request: HttpRequest
  /** Absent: the server is asked. */
  readonly source?: GraphQlSchemaSource
  /** Whether it comes from files, so that it is read each time that they are chosen. */
  readonly isLocal?: true
}

/** The schema of a tab. */
export interface TabSchema {
  /** What the worker has; null: nothing yet. */
  readonly loaded: { readonly schema: ShownSchema; readonly typeCount: number } | null
  readonly activity: 'idle' | 'finding' | 'fetching' | 'reading'
  /** Why the last try failed; an older schema may still be loaded. */
  readonly problem: SchemaProblem | null
}

export interface TabSchemasState {
  readonly tabs: Readonly<Record<string, TabSchema | undefined>>
  /** Another number each time the worker has another schema. */
  readonly revision: number
}

const noSchema: TabSchema = { loaded: null, activity: 'idle', problem: null }

/** The pause in typing after which the stored schema of the changed request is looked up. */
const restMs = 400

export interface SchemaParts {
  readonly calls: Omit<ServerClient['schemas'], 'mintTicket'>
  readonly upload: (windowId: string, file: File) => Promise<UploadedFile>
  readonly readText: ReadSchemaText
  /** The worker that reads and uses it. */
  readonly language: { setSchema(source: SchemaSource | null): Promise<OutcomeOf<ReadSchema | null>> }
  /** As sentences call it. */
  readonly noun?: string
}

/** A file of a request: its path, and the collection or folder that the request is in. */
interface NamedFile {
  readonly path: string
  readonly parentId: string | null
}

interface ShownTab {
  readonly tabId: string
  readonly subject: SchemaSubject
  /** The subject as text, to see whether it has changed. */
  readonly text: string
}

/** The schemas of the tabs of one kind. One tab is shown at a time, and the worker has its schema. */
export class TabSchemas {
  readonly store = createStore<TabSchemasState>(() => ({ tabs: {}, revision: 0 }))
  readonly #parts: SchemaParts
  readonly #window: Pick<WindowContext, 'windowId' | 'newId' | 'after' | 'describeError'>
  /** What the fetches that run were asked for. */
  readonly #fetches = new Map<string, ShownTab>()
  /** Texts by version; only those of open tabs. */
  readonly #texts = new Map<string, Blob>()
  #shown: ShownTab | null = null
  /** The last fetch from files: the server says once if they change after it. */
  #fromFiles: { readonly tabId: string; readonly fetchId: string } | null = null
  /** The file whose changes the server reports to this window. */
  #followed: NamedFile | null = null
  /** The tab that fetches its schema if none is found. */
  #wanted: string | null = null
  /** Counts the searches for a stored schema; only the last one matters. */
  #searches = 0

  constructor(
    parts: SchemaParts,
    window: Pick<WindowContext, 'windowId' | 'newId' | 'after' | 'describeError'>,
  ) {
    this.#parts = parts
    this.#window = window
  }

  /** Shows the schema of a tab, or of its changed draft. */
  look(tabId: string, subject: SchemaSubject): void {
    const text = JSON.stringify(subject)
    const isOpened = this.store.getState().tabs[tabId] === undefined
    if (this.#shown?.tabId === tabId && this.#shown.text === text) return
    const isSameTab = this.#shown?.tabId === tabId
    this.#shown = { tabId, subject, text }
    if (!isSameTab) void this.#find(isOpened)
    else this.#window.after(restMs, () => void (this.#shown?.text === text && this.#find(false)))
  }

  /** Call when no such tab is shown any more. */
  leave(): void {
    this.#shown = null
    this.#searches += 1
    this.#unfollow()
  }

  /** Variables or the environment changed, and with them the URL. */
  refresh(): void {
    void this.#find(false)
  }

  /** Fetches the schema because the user asks for it, or reads its file again. */
  async fetch(tabId: string, runsScripts: boolean): Promise<void> {
    if (this.#shown?.tabId === tabId && this.#shown.subject.source !== undefined) return this.#find(false)
    return this.#fetch(tabId, { mayAsk: true, runsScripts })
  }

  /** Fetches the schema unless the tab has one, or is getting one. */
  async fetchUnlessKnown(tabId: string): Promise<void> {
    const { loaded, activity } = this.#of(tabId)
    if (activity === 'finding') this.#wanted = tabId
    else if (loaded === null && activity === 'idle') await this.fetch(tabId, false)
  }

  /** Lists the files that may be schemas for a request in an entry; a sentence says why that is not possible. */
  async files(kind: SchemaFileKind, parentId: string | null): Promise<SchemaFileList | string> {
    try {
      return await this.#parts.calls.files({ kind, parentId })
    } catch (error) {
      return this.#window.describeError(error)
    }
  }

  /** The file that a tab follows has changed. */
  receiveFile({ path, parentId, ...file }: SchemaFileEvent): void {
    if (this.#shown === null || this.#followed?.path !== path || this.#followed.parentId !== parentId) return
    const { tabId } = this.#shown
    void this.#takeFollowed(tabId, file).catch(error => this.#fail(tabId, error))
  }

  async cancel(tabId: string): Promise<void> {
    const [fetchId] = this.#fetchOf(tabId)
    if (fetchId === undefined) return
    try {
      const { wasRunning } = await this.#parts.calls.cancel({ fetchId })
      if (!wasRunning && this.#fetches.delete(fetchId)) this.#set(tabId, { activity: 'idle' })
    } catch {
      // The banner says that the server is gone.
    }
  }

  receive({ fetchId, progress }: SchemaEvent): void {
    if (progress.state === 'changed') this.#fetchChanged(fetchId)
    const tabId = this.#fetches.get(fetchId)?.tabId
    if (tabId === undefined || progress.state === 'fetching') return
    this.#fetches.delete(fetchId)
    if (progress.state === 'fetched')
      void this.#load(tabId, progress.schema).catch(error => this.#fail(tabId, error))
    else if (progress.state === 'failed') this.#set(tabId, { activity: 'idle', problem: progress.problem })
    else this.#set(tabId, { activity: 'idle' })
  }

  /** A tab that is chosen later reads its files then. */
  #fetchChanged(fetchId: string): void {
    const { tabId } = this.#fromFiles ?? {}
    if (tabId === undefined || this.#fromFiles?.fetchId !== fetchId || !this.#shown?.subject.isLocal) return
    void this.#fetch(tabId, { mayAsk: false, runsScripts: false })
  }

  /** Uses a file that the user picked, if it is a schema. */
  async takeFile(tabId: string, file: File): Promise<void> {
    if (this.#shown?.tabId !== tabId) return
    const { subject } = this.#shown
    const { newId, windowId } = this.#window
    this.#set(tabId, { activity: 'reading', problem: null })
    try {
      const start = await file.slice(0, 1_000).text()
      const format = start.trimStart().startsWith('{') ? 'introspection' : 'sdl'
      const described = await describe(
        await this.#give(tabId, { key: newId(), format, text: file }),
        this.#parts.noun,
      )
      if (described === 'outdated') return this.#set(tabId, { activity: 'idle' })
      if (!('typeCount' in described)) return await this.#keepLast(tabId, described)
      const { filePath } = await this.#parts.upload(windowId, file)
      const { source: _, isLocal: __, ...asked } = subject
      const { schema } = await this.#parts.calls.takeFile({ ...asked, windowId, filePath })
      await this.#load(tabId, schema)
    } catch (error) {
      this.#fail(tabId, error)
    }
  }

  /** Forgets closed tabs. */
  keepOnly(tabIds: ReadonlySet<string>): void {
    const { tabs } = this.store.getState()
    const kept = Object.entries(tabs).filter(([tabId]) => tabIds.has(tabId))
    if (kept.length === Object.keys(tabs).length) return
    this.store.setState({ tabs: Object.fromEntries(kept) })
    const versions = new Set(kept.flatMap(([, one]) => (one?.loaded ? [versionOf(one.loaded.schema)] : [])))
    for (const version of this.#texts.keys()) if (!versions.has(version)) this.#texts.delete(version)
  }

  #of(tabId: string): TabSchema {
    return this.store.getState().tabs[tabId] ?? noSchema
  }

  #set(tabId: string, change: Partial<TabSchema>): void {
    this.store.setState(({ tabs }) => ({
      tabs: { ...tabs, [tabId]: { ...(tabs[tabId] ?? noSchema), ...change } },
    }))
  }

  #fail(tabId: string, error: unknown): void {
    const sentence = this.#window.describeError(error)
    this.#set(tabId, { activity: 'idle', problem: { code: '', sentence, nextStep: '', answer: null } })
  }

  /** Looks up the stored schema; one that is not stored is fetched if the tab has just been opened. */
  async #find(isOpened: boolean): Promise<void> {
    if (this.#shown === null) return
    const shown = this.#shown
    const { tabId, subject } = shown
    this.#dropOutdated(shown)
    const [, asked] = this.#fetchOf(tabId)
    this.#searches += 1
    const search = this.#searches
    if (this.#of(tabId).activity === 'idle') this.#set(tabId, { activity: 'finding' })
    try {
      const { source, isLocal, ...place } = subject
      if (source !== undefined)
        return await this.#findFrom(tabId, { ...source, parentId: place.parentId }, search)
      this.#unfollow()
      const { schema } = isLocal ? { schema: null } : await this.#parts.calls.find(place)
      if (search !== this.#searches) return
      const isWanted = this.#wanted === tabId
      this.#wanted = null
      if (schema !== null) return await this.#load(tabId, schema)
      // What is fetched for this subject is not stored yet, and comes by itself.
      if (asked?.text === shown.text) return
      if (this.#of(tabId).activity === 'finding') this.#set(tabId, { activity: 'idle' })
      if (isLocal || (isOpened && subject.request.url.trim() !== ''))
        return await this.#fetch(tabId, { mayAsk: isWanted, runsScripts: false })
      if (isWanted) return await this.#fetch(tabId, { mayAsk: true, runsScripts: false })
      this.#set(tabId, { loaded: null })
      await this.#give(tabId, null)
    } catch (error) {
      if (search === this.#searches) this.#fail(tabId, error)
    }
  }

  /** Takes the schema of a file, or none. */
  async #findFrom(
    tabId: string,
    { source, path, parentId }: GraphQlSchemaSource & NamedFile,
    search: number,
  ): Promise<void> {
    if (source !== 'file' || path === '') {
      this.#unfollow()
      this.#set(tabId, { ...noSchema, problem: source === 'none' ? null : unknownSource })
      await this.#give(tabId, null)
      return
    }
    const named = { path, parentId }
    this.#followed = named
    const file = await this.#parts.calls.follow({ windowId: this.#window.windowId, ...named })
    if (search === this.#searches) await this.#takeFollowed(tabId, file)
  }

  async #takeFollowed(tabId: string, { schema: read, lastUsable, problem }: FileSchema): Promise<void> {
    const named = this.#followed
    const schema = read ?? lastUsable
    if (schema === null) {
      this.#set(tabId, { activity: 'idle', problem, loaded: null })
      await this.#give(tabId, null)
      return
    }
    await this.#load(tabId, schema, lastUsable)
    if (problem !== null) this.#set(tabId, { problem })
    const { fetchedAt } = schema
    if (named === null || this.#of(tabId).loaded?.schema.fetchedAt !== fetchedAt) return
    // Without it, only a file that is broken at the next start has no schema.
    await this.#parts.calls.keepUsable({ ...named, fetchedAt }).catch(() => {})
  }

  #unfollow(): void {
    if (this.#followed === null) return
    this.#followed = null
    // The server ends it with the window at the latest.
    void this.#parts.calls.unfollow({ windowId: this.#window.windowId }).catch(() => {})
  }

  async #fetch(
    tabId: string,
    how: { readonly mayAsk: boolean; readonly runsScripts: boolean },
  ): Promise<void> {
    if (this.#shown?.tabId !== tabId || this.#of(tabId).activity === 'fetching') return
    const { windowId, newId } = this.#window
    const fetchId = newId()
    this.#fetches.set(fetchId, this.#shown)
    this.#set(tabId, { activity: 'fetching', problem: null })
    this.#fromFiles = this.#shown.subject.isLocal ? { tabId, fetchId } : null
    try {
      const { source: _, isLocal: __, ...subject } = this.#shown.subject
      await this.#parts.calls.fetch({ ...subject, windowId, fetchId, ...how })
    } catch (error) {
      if (this.#fetches.delete(fetchId)) this.#fail(tabId, error)
    }
  }

  /** Returns the fetch of a tab that runs, and what it was asked for. */
  #fetchOf(tabId: string): readonly [string, ShownTab] | readonly [] {
    return [...this.#fetches].find(([, asked]) => asked.tabId === tabId) ?? []
  }

  /** Ends a fetch if the user has chosen another source: its result is not that of the source. */
  #dropOutdated({ tabId, subject, text }: ShownTab): void {
    const [fetchId, asked] = this.#fetchOf(tabId)
    if (fetchId === undefined || asked?.text === text) return
    const isFromFiles = asked?.subject.isLocal || subject.isLocal || subject.source !== undefined
    if (!isFromFiles) return
    this.#fetches.delete(fetchId)
    this.#set(tabId, { activity: 'idle' })
    void this.#parts.calls.cancel({ fetchId }).catch(() => {})
  }

  /** Gives the worker a schema of the tab that is shown. */
  async #load(tabId: string, schema: ShownSchema, lastUsable: ShownSchema | null = null): Promise<void> {
    if (this.#shown?.tabId !== tabId) return this.#set(tabId, { activity: 'idle' })
    this.#set(tabId, { activity: 'reading' })
    const version = versionOf(schema)
    const text = this.#texts.get(version) ?? (await this.#parts.readText(schema))
    if (text === null) return this.#set(tabId, noSchema)
    this.#texts.set(version, text)
    const outcome = await this.#give(tabId, { key: version, format: schema.format, text })
    const described = await describe(outcome, this.#parts.noun)
    if (described === 'outdated') return this.#set(tabId, { activity: 'idle' })
    if ('typeCount' in described) {
      const loaded = { schema, typeCount: described.typeCount }
      this.#set(tabId, { activity: 'idle', problem: null, loaded })
    } else await this.#keepLast(tabId, described, lastUsable)
  }

  /** A schema that cannot be read leaves the last one in use: that of the tab, else the one that the server kept. */
  async #keepLast(
    tabId: string,
    problem: SchemaProblem,
    lastUsable: ShownSchema | null = null,
  ): Promise<void> {
    const { loaded: last } = this.#of(tabId)
    // Under its key the server may have the one that cannot be read.
    const lastText = last && this.#texts.get(versionOf(last.schema))
    const schema = lastText ? last.schema : lastUsable
    const text = lastText ?? (schema && (await this.#parts.readText(schema)))
    if (!schema || !text) return this.#set(tabId, { activity: 'idle', problem, loaded: null })
    const version = versionOf(schema)
    this.#texts.set(version, text)
    const described = await describe(
      await this.#give(tabId, { key: version, format: schema.format, text }),
      this.#parts.noun,
    )
    const isUsed = described !== 'outdated' && 'typeCount' in described
    const loaded = isUsed ? { schema, typeCount: described.typeCount } : null
    this.#set(tabId, { activity: 'idle', problem, loaded })
  }

  async #give(tabId: string, source: SchemaSource | null): Promise<OutcomeOf<ReadSchema | null>> {
    if (this.#shown?.tabId !== tabId) return { problem: 'OUTDATED' }
    const outcome = await this.#parts.language.setSchema(source)
    this.store.setState(({ revision }) => ({ revision: revision + 1 }))
    return outcome
  }
}

/** The sentences load with the first schema. */
async function describe(outcome: OutcomeOf<ReadSchema | null>, noun = 'schema') {
  const { describeSchemaOutcome } = await import('./describe-schema-outcome.ts')
  return describeSchemaOutcome(outcome, noun)
}

function versionOf({ key, fetchedAt }: ShownSchema): string {
  return `${key}.${fetchedAt}`
}

const unknownSource: SchemaProblem = {
  code: 'SCHEMA_SOURCE_UNKNOWN',
  sentence: 'This version of Parley does not know where the schema of this request comes from.',
  nextStep: 'Use introspection, or choose a schema file.',
  answer: null,
}

/** Returns a draft without what no schema depends on, because it is sent with each change. */
export function schemaSubject(subject: SchemaSubject): SchemaSubject {
  const { body } = subject.request
  const source = body.type === 'graphql' ? body.schema : undefined
  return {
    ...subject,
    request: { ...subject.request, body: { type: 'none' } },
    ...(source !== undefined && { source }),
  }
}
