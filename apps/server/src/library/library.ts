import {
  authSource,
  compiledDefinitionsInMemory,
  defaultSendSettings,
  headersToInherit,
  type MissingSecret,
  type RequestContext,
  type ScopeValue,
  type SendOutcome,
  type UnsavedContext,
  unsavedOwner,
  type VariableScope,
  variableScopes,
  type WithheldValue,
} from '@parley/engine'
import type { DefinitionFiles } from '@parley/engine/grpc'
import { type FilePlace, placeInWorkspace } from '@parley/files'
import {
  type Auth,
  type Collection,
  draftOf,
  dynamicVariableNames,
  type Folder,
  failed,
  type HttpRequest,
  type Item,
  ok,
  type Result,
} from '@parley/model'
import {
  type CreatedItem,
  missingAuthFields,
  type Opened,
  type Workspace,
  type WorkspaceFailure,
} from '@parley/workspace'
import {
  type ContainerPlace,
  type Inherited,
  type LibraryChanges,
  type LibraryTree,
  nothingUnsaved,
  type OpenedRequest,
  type RequestPlace,
  type SavedRequest,
  type ScopedVariable,
  type UnsavedDrafts,
  type ValueSetter,
} from '../contract/index.ts'
import { definitionFilesIn } from '../schemas/definition-files.ts'
import { LatestTrees } from './latest-trees.ts'
import { LibraryCommands } from './library-commands.ts'
import { LibraryContainers } from './library-containers.ts'
import { entryNotFound } from './library-failure.ts'
import { LibraryIndex, type LibraryPlace } from './library-index.ts'
import { savedFile } from './saved-file.ts'
import { storedRequest } from './stored-request.ts'
import { unreadSentence } from './unread-sentence.ts'
import { withUnsavedDefaults } from './unsaved-containers.ts'
import { unsavedSecrets } from './unsaved-secrets.ts'

type Container = Collection | Folder
type SecretOfField = Extract<MissingSecret, { readonly kind: 'field' }>
type SecretVariable = Extract<MissingSecret, { readonly kind: 'variable' }>

/** An edited request, its position, and what else its window shows and has not saved. */
interface PlacedDraft {
  readonly requestId: string
  readonly parentId: string | null
  readonly request: HttpRequest
  readonly unsaved?: UnsavedDrafts
}

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/** The maximum number of characters of a value in a hint. */
const maxShownCharacters = 1000
/** The most requests that a filter finds by their URLs. */
const maximumFound = 2000

/** Scopes whose values are in no file. */
export interface LiveScopes {
  readonly sessionScope: VariableScope
  /** Returns the script that set a value of the session; null if there is no such value. */
  setterOf(name: string): ValueSetter | null
}

/** The variables that do not belong to collections. */
export interface SharedVariables
  extends Pick<
    RequestContext,
    'environment' | 'workspaceVariables' | 'workspaceHeaders' | 'globalVariables' | 'secretValues'
  > {
  /** The names whose values a page shows and has not saved. */
  readonly unsavedVariables: UnsavedContext['variables']
  readonly areHeadersUnsaved: boolean
  /** What files with variables could not be read, as sentences. */
  readonly unread: readonly string[]
}

/** The services that a {@link Library} uses besides the workspace. */
export interface LibrarySources {
  readonly live: LiveScopes
  sharedVariables(drafts?: UnsavedDrafts): Promise<SharedVariables>
  /** Remembers secrets that are about to be sent and that no file has yet, so that they can be hidden later. */
  keepUnsavedSecrets(secrets: readonly WithheldValue[]): void
}

/** The workspace as the page sees it: a tree of IDs, and what each request inherits from its containers. */
export class Library {
  #workspace: Workspace
  #endWatching: () => void = () => {}
  #onChange: () => void = () => {}
  readonly #demoBaseUrl: string | null
  readonly #sources: LibrarySources
  readonly #index: LibraryIndex
  readonly #compiledDefinitions = compiledDefinitionsInMemory()
  readonly #latestTrees = new LatestTrees()
  /** The file that stores the secrets of an authorization that lacks values on this device. */
  readonly #pathOfAuth = new WeakMap<Auth, string>()
  /** The paths of collections and folders that have secret variables, by the objects in contexts. */
  readonly #pathOfContainer = new WeakMap<Container, string>()
  /** Commands that change the layout. */
  readonly commands: LibraryCommands
  /** Reads and saves the content of collections and folders. */
  readonly containers: LibraryContainers

  /** `demoBaseUrl`: the address that `{{baseUrl}}` of the sample refers to; null: no demo API is running. */
  constructor(workspace: Workspace, demoBaseUrl: string | null, sources: LibrarySources) {
    this.#workspace = workspace
    this.#sources = sources
    this.#demoBaseUrl = demoBaseUrl
    this.#index = new LibraryIndex(workspace.tree)
    const parts = { workspace: () => this.#workspace, index: () => this.#present() }
    this.commands = new LibraryCommands(parts)
    this.containers = new LibraryContainers(parts)
  }

  tree(): LibraryTree {
    return this.#latestTrees.add(this.#present().tree)
  }

  /** Returns what changed since an earlier tree; null if that tree is too old. */
  treeChanges(since: string): LibraryChanges | null {
    return this.#latestTrees.changes(since, this.tree())
  }

  /** Calls `onChange` when another program changes files; returns a function that stops this. */
  watch(onChange: () => void): () => void {
    this.#onChange = onChange
    this.#watchPresent()
    return () => this.#endWatching()
  }

  async readRequest(id: string): Done<OpenedRequest> {
    const place = this.#present().place(id)
    if (place === undefined) return failed(entryNotFound)
    const read = await this.#workspace.readItem(place.path)
    if (!read.ok) return read
    const opened = this.#opened(id, read.value, place)
    return opened === null ? failed(entryNotFound) : ok(opened)
  }

  /** Reads a request with its position; null if it is gone or damaged. */
  async readWithPlace(id: string): Promise<(OpenedRequest & { readonly place: RequestPlace }) | null> {
    const index = this.#present()
    const containers = index.place(id)?.containers ?? []
    const parentId = index.idOfPath(containers.at(-1)?.path ?? '')
    const opened = await this.readRequest(id)
    if (!opened.ok || parentId === undefined) return null
    return { ...opened.value, place: { requestId: id, parentId, path: containers.map(({ name }) => name) } }
  }

  /** Saves a request if its file still has its base version; `changed`: the file has changed meanwhile. */
  async saveRequest(id: string, request: HttpRequest, baseVersion: string | null): Done<SavedRequest> {
    const place = this.#present().place(id)
    if (place === undefined) return failed(entryNotFound)
    const entity = storedRequest(request, place.isGraphQl)
    const saved = await this.#workspace.saveItem(place.path, { entity, baseVersion })
    if (saved.ok) return ok({ state: 'saved', version: saved.value })
    const { theirs, ...failure } = saved.failure
    if (failure.code !== 'FILE_CHANGED' || theirs === null || theirs === undefined) return failed(failure)
    const opened = this.#opened(id, theirs, place)
    return opened === null ? failed(failure) : ok({ state: 'changed', theirs: opened })
  }

  /** Creates a request at the end of a collection or folder. */
  async createRequest(parentId: string, request: HttpRequest): Done<CreatedItem> {
    const place = this.#present().place(parentId)
    if (place === undefined) return failed(entryNotFound)
    return this.#workspace.commands.createItem(place.path, storedRequest(request, true))
  }

  async createFolder(parentId: string, name: string): Done<string> {
    const place = this.#present().place(parentId)
    if (place === undefined) return failed(entryNotFound)
    return this.#idOf(await this.#workspace.commands.createFolder(place.path, name))
  }

  async createCollection(name: string): Done<string> {
    return this.#idOf(await this.#workspace.commands.createCollection(name))
  }

  /** Returns the path of an entry in the workspace; null if there is none. */
  pathOf(id: string): string | null {
    return this.#present().place(id)?.path ?? null
  }

  /** Returns the IDs of requests whose URL contains a text, as many as a filter may show. */
  findByUrl(text: string): readonly string[] {
    return this.#present().idsByUrl(text, maximumFound)
  }

  /** Returns the ID of the entry at a path of the workspace; null if the page does not show it. */
  idOfPath(path: string): string | null {
    return this.#present().idOfPath(path) ?? null
  }

  /**
   * Returns what a request inside a collection or folder inherits; nothing if that container is unknown or
   * gone.
   * @param drafts what the window shows and has not saved of it, which takes the place of what is saved
   */
  async contextOf(parentId: string | null, drafts: UnsavedDrafts = nothingUnsaved): Promise<RequestContext> {
    const { containers, unread } = await this.#containersAbove(parentId, drafts)
    const { unsavedVariables, areHeadersUnsaved, ...shared } = await this.#sources.sharedVariables(drafts)
    const unsaved = {
      variables: unsavedVariables,
      areHeadersUnsaved,
      ancestors: new Map(
        containers.flatMap(one => (one.unsaved === null ? [] : [[one.entity, one.unsaved] as const])),
      ),
    }
    return {
      ancestors: containers.map(({ entity }) => entity),
      missingAuthFields: new Map(containers.flatMap(({ missing }) => [...missing])),
      ...shared,
      unread: [...unread, ...shared.unread],
      secretValues: {
        ...shared.secretValues,
        ancestors: new Map(
          containers.map(({ entity, secretVariables }) => [entity, secretVariables] as const),
        ),
      },
      liveScopes: [this.#sources.live.sessionScope, ...this.#demoScopes(parentId)],
      defaultSettings: defaultSendSettings,
      unsaved,
    }
  }

  /**
   * Returns the context of a run of a collection, without what each request inherits and the variables that
   * the run sets itself.
   */
  async runContextOf(collectionId: string): Promise<Omit<RequestContext, 'ancestors'>> {
    const {
      unsavedVariables: _,
      areHeadersUnsaved: _saved,
      ...shared
    } = await this.#sources.sharedVariables()
    return {
      ...shared,
      liveScopes: this.#demoScopes(collectionId),
      defaultSettings: defaultSendSettings,
    }
  }

  /** Returns what a request inherits, and which secrets of its own file have no value on this machine. */
  async contextOfRequest({ requestId, parentId, request, unsaved }: PlacedDraft): Promise<RequestContext> {
    const context = await this.contextOf(parentId, unsaved)
    const secrets = unsavedSecrets(request, context)
    if (secrets.length > 0) this.#sources.keepUnsavedSecrets(secrets)
    const path = this.#present().place(requestId)?.path
    if (path === undefined || request.auth.type === 'inherit' || request.auth.type === 'none') return context
    const read = await this.#workspace.readItem(path)
    if (!read.ok) return context
    const { missingSecrets } = read.value
    // The draft is sent, not the content of its file.
    const missing = this.#missingAuthFields(request, path, missingSecrets)
    return { ...context, missingAuthFields: new Map([...(context.missingAuthFields ?? []), ...missing]) }
  }

  /** Returns the collection and folders around a request, or down to a collection or folder itself. */
  containersOf(id: string | null): readonly ContainerPlace[] {
    const index = this.#present()
    const containers = (id === null ? undefined : index.place(id)?.containers) ?? []
    return containers.flatMap(({ kind, path }) => {
      const containerId = index.idOfPath(path)
      return containerId === undefined ? [] : [{ kind, id: containerId }]
    })
  }

  /** Returns the files of the workspace that define gRPC services. */
  definitionFilesOf(parentId: string | null): DefinitionFiles {
    return definitionFilesIn(this.filePlaceOf(parentId), this.#compiledDefinitions)
  }

  /** Returns where the files are that a request in an entry names; an unsaved request is in none. */
  filePlaceOf(parentId: string | null): FilePlace {
    const place = parentId === null ? undefined : this.#present().place(parentId)
    return placeInWorkspace(this.#workspace.folder, place?.containers[0]?.path ?? '')
  }

  /** Stores the text of a secret field that {@link contextOfRequest} named, for this and later sends. */
  async keepSecretField({ auth, field }: SecretOfField, text: string): Done<void> {
    const path = this.#pathOfAuth.get(auth)
    if (path === undefined) return failed(entryNotFound)
    return this.#workspace.fillSecrets(path, new Map([[`auth.${field}`, text]]))
  }

  /** Stores the value of a secret variable of a collection or folder that {@link contextOf} returned without one. */
  async keepContainerSecret({ name, container }: SecretVariable, text: string): Done<void> {
    const path = container === undefined ? undefined : this.#pathOfContainer.get(container)
    if (path === undefined) return failed(entryNotFound)
    return this.#workspace.fillSecrets(path, new Map([[`variables.${name}`, text]]))
  }

  /**
   * Returns the variables that `{{name}}` may refer to in a collection or folder, narrowest scope first, with the
   * values that a send of the window would use.
   */
  async variables(parentId: string | null, drafts?: UnsavedDrafts): Promise<readonly ScopedVariable[]> {
    const scopes = variableScopes({ variables: [] }, await this.contextOf(parentId, drafts))
    const named = scopes.flatMap((scope, level) => {
      const { name: scopeName, environmentName, values, secretNames } = scope
      const names = new Set([...values.keys(), ...(secretNames ?? [])])
      return [...names].map(name => {
        const text = secretNames?.has(name) ? undefined : values.get(name)?.text
        const unsavedIn = unsavedOwner(scopes.slice(0, level + 1), name)
        const setBy = scopeName === 'session' ? this.#sources.live.setterOf(name) : null
        return {
          name,
          value: text?.slice(0, maxShownCharacters) ?? null,
          scope: scopeName,
          ...(environmentName === undefined ? {} : { environmentName }),
          ...(values.has(name) ? {} : { isMissing: true as const }),
          ...(unsavedIn === null ? {} : { unsavedIn }),
          ...(setBy === null ? {} : { setBy }),
        }
      })
    })
    return [...named, ...dynamicVariableNames.map(name => ({ name, value: null, scope: 'dynamic' as const }))]
  }

  /** Returns the authorization and the headers that a request in a collection or folder inherits, and from what. */
  async inherited(parentId: string | null, drafts: UnsavedDrafts = nothingUnsaved): Promise<Inherited> {
    const { containers, unread } = await this.#containersAbove(parentId, drafts)
    const ancestors = unread.length > 0 ? [] : containers.map(({ entity }) => entity)
    const { workspaceHeaders = [] } = await this.#sources.sharedVariables(drafts)
    return {
      ...authSource({ name: '', auth: { type: 'inherit' } }, ancestors),
      headers: headersToInherit({ ancestors, workspaceHeaders }),
      unread: unread[0] ?? '',
    }
  }

  /** Returns an outcome in which a missing `{{baseUrl}}` of the sample says how to start the demo API. */
  explainOutcome(result: SendOutcome, parentId: string | null): SendOutcome {
    if (result.ok || !this.#isInSample(parentId)) return result
    const { failure } = result.failure
    const isDemoMissing = failure.code === 'UNKNOWN_HOST_VARIABLE' && failure.subject === 'baseUrl'
    return isDemoMissing
      ? failed({ ...result.failure, failure: { ...failure, code: 'DEMO_NOT_RUNNING' } })
      : result
  }

  /** The open workspace. */
  get workspace(): Workspace {
    return this.#workspace
  }

  /** Switches to another workspace. */
  switchTo(workspace: Workspace): void {
    this.#workspace = workspace
    this.commands.forgetMoves()
    this.#watchPresent()
  }

  #watchPresent(): void {
    this.#endWatching()
    const watching = this.#workspace.watch(() => this.#onChange())
    this.#endWatching = () => watching.close()
  }

  #present(): LibraryIndex {
    this.#index.follow(this.#workspace.tree)
    return this.#index
  }

  #opened(
    id: string,
    { entity, version, file, examples }: Opened<Item>,
    { containers }: LibraryPlace,
  ): OpenedRequest | null {
    const request = draftOf(entity)
    if (request === null) return null
    const exampleIds = this.#present().idsOfExamples(id, examples)
    return { request, version, file: savedFile(file, containers[0]?.path ?? ''), exampleIds }
  }

  #idOf(made: Result<string, WorkspaceFailure>): Result<string, WorkspaceFailure> {
    if (!made.ok) return made
    const id = this.#present().idOfPath(made.value)
    return id === undefined ? failed(entryNotFound) : ok(id)
  }

  /** Returns the containers of a request, outermost first, and a sentence for each whose file cannot be read. */
  async #containersAbove(parentId: string | null, drafts: UnsavedDrafts) {
    const place = parentId === null ? undefined : this.#present().place(parentId)
    const read = await Promise.all(
      (place?.containers ?? []).map(container => this.#readContainer(container, drafts)),
    )
    return {
      containers: read.flatMap(container => (typeof container === 'string' ? [] : (container ?? []))),
      unread: read.filter(container => typeof container === 'string'),
    }
  }

  /** Returns a sentence if the file of the container cannot be read; null if it is gone. */
  async #readContainer(
    { kind, path }: { readonly kind: Container['kind']; readonly path: string },
    drafts: UnsavedDrafts,
  ) {
    const read =
      kind === 'collection'
        ? await this.#workspace.readCollection(path)
        : await this.#workspace.readFolder(path)
    if (!read.ok) return unreadSentence(read.failure)
    const id = this.#present().idOfPath(path) ?? ''
    const shown = withUnsavedDefaults(read.value, id, drafts)
    const { entity } = shown
    if (entity.defaults.variables.some(one => one.secret)) this.#pathOfContainer.set(entity, path)
    return { ...shown, missing: this.#missingAuthFields(entity, path, read.value.missingSecrets) }
  }

  /** Remembers the file whose secrets are missing. */
  #missingAuthFields(entity: Container | HttpRequest, path: string, missingSecrets: readonly string[]) {
    const missing = missingAuthFields(entity, missingSecrets)
    for (const auth of missing.keys()) this.#pathOfAuth.set(auth, path)
    return missing
  }

  /** Whether an entry is in the sample. One that is in no collection counts as in it if the workspace has the sample. */
  #isInSample(parentId: string | null): boolean {
    const place = parentId === null ? undefined : this.#present().place(parentId)
    if (place === undefined) return this.#workspace.tree.collections.some(one => one.isSample)
    return place.containers[0]?.isSample === true
  }

  #demoScopes(parentId: string | null): readonly VariableScope[] {
    return this.#isInSample(parentId) && this.#demoBaseUrl !== null ? [demoScope(this.#demoBaseUrl)] : []
  }
}

function demoScope(demoBaseUrl: string): VariableScope {
  return {
    name: 'demo',
    values: new Map<string, ScopeValue>([['baseUrl', { text: demoBaseUrl, isLiteral: true }]]),
  }
}
