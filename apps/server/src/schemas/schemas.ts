import type { SchemaStore, SettingsFile } from '@parley/appdata'
import {
  describeSchemaFailure,
  type EnginePorts,
  fetchSchema,
  longestSchemaBytes,
  noAllowedOrigins,
  type RequestContext,
  type SchemaFailure,
  type SchemaFormat,
  withoutScripts,
} from '@parley/engine'
import {
  describeSendFailure,
  descriptorOf,
  failed,
  type HttpRequest,
  ok,
  type Result,
  type SendFailure,
} from '@parley/model'
import type { SchemaEvent, SchemaProblem, ShownSchema, UnsavedDrafts } from '../contract/index.ts'
import type { Library } from '../library/library.ts'
import { logFault } from '../log-fault.ts'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import type { Scripting } from '../scripting.ts'
import type { SecretQuestions } from '../sends/secret-questions.ts'
import type { HostPorts } from '../sends/send-ports.ts'
import { sendSettingsOf } from '../sends/send-settings-of.ts'
import type { MadeFile } from '../tickets/tickets.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { FollowedDefinitions, watched } from './followed-definitions.ts'
import { withPickedDefinitions } from './picked-definitions.ts'
import { schemaFormatOf } from './schema-format-of.ts'
import { schemaKey } from './schema-key.ts'

/** The draft whose schema is meant, and the collection or folder that contains it. */
export interface SchemaSubject {
  readonly parentId: string | null
  readonly requestId: string
  readonly request: HttpRequest
  readonly unsaved?: UnsavedDrafts
}

export interface SchemaFetch extends SchemaSubject {
  readonly windowId: string
  readonly fetchId: string
  readonly runsScripts: boolean
  readonly mayAsk: boolean
}

export interface SchemasOptions {
  readonly ports: HostPorts
  readonly store: SchemaStore
  readonly library: Library
  readonly scripting: Scripting
  readonly settings: SettingsFile
  readonly pickedFiles: PickedFiles
  readonly secretQuestions: SecretQuestions
  readonly windows: WindowEvents
}

/** A schema as it is stored. */
export interface FetchedContent {
  readonly format: SchemaFormat
  readonly content: Uint8Array
}

interface Fetching {
  readonly windowId: string
  readonly cancel: AbortController
}

/**
 * The schemas of GraphQL requests, fetched by introspection or picked as files, and the service definitions of gRPC
 * requests. They are stored in the app data.
 */
export class Schemas {
  readonly #options: SchemasOptions
  readonly #running = new Map<string, Fetching>()
  readonly #followed: FollowedDefinitions

  constructor(options: SchemasOptions) {
    this.#options = options
    const { windows } = options
    this.#followed = new FollowedDefinitions((windowId, fetchId) =>
      windows.publish(windowId, { type: 'schema', fetchId, progress: { state: 'changed' } }),
    )
    windows.onWindowLost(windowId => {
      this.#followed.unfollow(windowId)
      for (const [fetchId, fetching] of this.#running)
        if (fetching.windowId === windowId) this.cancel(fetchId)
    })
  }

  /** Returns the stored schema of a request; null if there is none. */
  async find(subject: SchemaSubject): Promise<ShownSchema | null> {
    const key = await this.#keyOf(subject)
    const stored = key === null ? null : await this.#options.store.find(key)
    return key === null || stored === null
      ? null
      : { key, format: stored.format, fetchedAt: stored.fetchedAt }
  }

  /** Starts to fetch a schema and returns at once; the window is notified of the progress. */
  start(fetch: SchemaFetch): void {
    const { fetchId, windowId } = fetch
    const cancel = new AbortController()
    this.#running.set(fetchId, { windowId, cancel })
    const notify = (progress: SchemaEvent['progress']) =>
      this.#options.windows.publish(windowId, { type: 'schema', fetchId, progress })
    notify({ state: 'fetching' })
    void this.#run(fetch, cancel.signal)
      .catch((error): SchemaEvent['progress'] => {
        logFault('fetching a schema', error)
        return { state: 'failed', problem: bug }
      })
      .then(notify)
      .finally(() => this.#running.delete(fetchId))
  }

  /** Returns false if it had already ended. */
  cancel(fetchId: string): boolean {
    const fetching = this.#running.get(fetchId)
    fetching?.cancel.abort()
    return fetching !== undefined
  }

  /** Stores a picked file as the schema of a request; null if the window did not pick it, or it is too large. */
  async takeFile(subject: SchemaSubject, windowId: string, filePath: string): Promise<ShownSchema | null> {
    const { pickedFiles } = this.#options
    const key = await this.#keyOf(subject)
    const length = await pickedFiles.filesOf(windowId).lengthBytes(filePath)
    if (key === null || !length.ok || length.value > longestSchemaBytes) return null
    const opened = await pickedFiles.open(filePath)
    if (!opened.ok) return null
    const content = new Uint8Array(length.value)
    try {
      await opened.value.readAt(content, 0)
    } finally {
      await opened.value.close()
    }
    return this.#keep(key, schemaFormatOf(content), content)
  }

  /** Returns the text of a schema as a file; null if it is gone. */
  async file(key: string): Promise<MadeFile | null> {
    const [stored, content] = [await this.#options.store.find(key), await this.#options.store.read(key)]
    if (stored === null || content === null) return null
    return { purpose: 'file', fileName: fileNames[stored.format], content }
  }

  close(): void {
    for (const fetchId of this.#running.keys()) this.cancel(fetchId)
    this.#followed.close()
  }

  async #run(fetch: SchemaFetch, signal: AbortSignal): Promise<SchemaEvent['progress']> {
    const { library, settings } = this.#options
    const context = {
      ...(await library.contextOfRequest(fetch)),
      defaultSettings: sendSettingsOf(settings.current),
    }
    const fetched = await this.#fetchContent(fetch, context, signal)
    if (signal.aborted) return { state: 'cancelled' }
    if (!fetched.ok) return { state: 'failed', problem: fetched.failure }
    // The user may have changed the environment meanwhile; the schema is that of the request as it was sent.
    const key = await this.#keyIn(fetch, context)
    if (key === null) return { state: 'cancelled' }
    return { state: 'fetched', schema: await this.#keep(key, fetched.value.format, fetched.value.content) }
  }

  async #fetchContent(
    fetch: SchemaFetch,
    context: RequestContext,
    signal: AbortSignal,
  ): Promise<Result<FetchedContent, SchemaProblem>> {
    const { request } = fetch
    const ports = this.#portsOf(fetch)
    if (descriptorOf(request).callsMethods) {
      const { fetchDefinition } = await import('@parley/engine/grpc')
      const { library, pickedFiles } = this.#options
      const own = library.definitionFilesOf(fetch.parentId)
      const files = watched(withPickedDefinitions(own, pickedFiles, fetch.windowId))
      const set = await fetchDefinition({ request, context, ports, signal }, files.files)
      if (!signal.aborted) this.#followed.follow(fetch.windowId, fetch.fetchId, files)
      return set.ok
        ? ok({ format: 'descriptorSet', content: set.value })
        : failed(definitionProblem(set.failure))
    }
    const fetched = await fetchSchema(request, context, ports, signal)
    return fetched.ok
      ? ok({ format: 'introspection', content: fetched.value.content })
      : failed(problemOf(fetched.failure))
  }

  async #keep(key: string, format: SchemaFormat, content: Uint8Array): Promise<ShownSchema> {
    const fetchedAt = this.#options.ports.clock.now()
    await this.#options.store.write(key, { format, fetchedAt, content })
    return { key, format, fetchedAt }
  }

  async #keyOf(subject: SchemaSubject): Promise<string | null> {
    return this.#keyIn(subject, await this.#options.library.contextOf(subject.parentId, subject.unsaved))
  }

  #keyIn({ request }: SchemaSubject, context: RequestContext): Promise<string | null> {
    return schemaKey(request, context, this.#options.ports.hostNames)
  }

  #portsOf({ windowId, requestId, runsScripts, mayAsk }: SchemaFetch): EnginePorts {
    const { ports, scripting, pickedFiles, secretQuestions } = this.#options
    return {
      ...ports,
      history: { record: async () => {} },
      scripts: runsScripts ? scripting.runnerFor({ requestId, onConsole() {} }) : withoutScripts,
      files: pickedFiles.filesOf(windowId),
      ...(mayAsk ? secretQuestions.portsOf({ windowId }) : { secretHosts: noAllowedOrigins }),
    }
  }
}

const fileNames: Readonly<Record<SchemaFormat, string>> = {
  introspection: 'schema.json',
  sdl: 'schema.graphql',
  descriptorSet: 'services.binpb',
}

function problemOf(failure: SchemaFailure): SchemaProblem {
  return { ...describeSchemaFailure(failure), answer: 'answer' in failure ? failure.answer : null }
}

function definitionProblem(failure: SendFailure): SchemaProblem {
  const { sentence, nextStep } = describeSendFailure(failure)
  return {
    code: failure.code,
    sentence: sentence.replace(/ Nothing was sent\.$/, ''),
    nextStep,
    answer: null,
  }
}

const bug: SchemaProblem = {
  code: 'INTERNAL_ERROR',
  sentence: 'The schema was not stored because of an error in Parley or of the disk.',
  nextStep: 'Fetch it again.',
  answer: null,
}
