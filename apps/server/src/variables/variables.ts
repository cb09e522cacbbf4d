import { isDeepStrictEqual } from 'node:util'
import type { ActiveEnvironments } from '@parley/appdata'
import type { MissingSecret } from '@parley/engine'
import { type Environment, failed, ok, type Result } from '@parley/model'
import type {
  CollectionEntry,
  EnvironmentEntry,
  Globals,
  TreeItem,
  Workspace,
  WorkspaceFailure,
} from '@parley/workspace'
import {
  type ContainerPlace,
  type EditedVariable,
  type EnvironmentSummary,
  type EnvironmentsEvent,
  nothingUnsaved,
  type OpenedVariables,
  type OverriddenVariable,
  type SavedVariables,
  type ScopedSecret,
  type SecretPlace,
  type UnsavedDrafts,
  type UnsavedVariables,
  type VariableCounts,
  type VariablesPlace,
} from '../contract/index.ts'
import type { SharedVariables } from '../library/library.ts'
import { unreadSentence } from '../library/unread-sentence.ts'
import { secretNameProblem, secretsIn, typedVariables, unnamedProblem } from './checked-variables.ts'
import { editable, type OpenedPlace, shownVersion } from './editable-variables.ts'
import { inheritedEnvironment, type OpenedEnvironment } from './inherited-environment.ts'
import { overriddenVariables } from './overridden-variables.ts'
import { draftOf, withDraft } from './unsaved-variables.ts'

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/** The services that {@link Variables} uses. */
export interface VariablesOptions {
  readonly workspace: Workspace
  readonly globals: Globals
  readonly active: ActiveEnvironments
  /** Called when variables or environments have changed. */
  onChange(): void
}

/** The environments of the workspace, its own variables and those of all workspaces (behaviour 2.6). */
export class Variables {
  #workspace: Workspace
  readonly #globals: Globals
  readonly #active: ActiveEnvironments
  readonly #onChange: () => void

  constructor({ workspace, globals, active, onChange }: VariablesOptions) {
    this.#workspace = workspace
    this.#globals = globals
    this.#active = active
    this.#onChange = onChange
  }

  get event(): EnvironmentsEvent {
    const environments = this.#environments().map(({ entry, collection }): EnvironmentSummary => {
      const { id, name, damage } = entry
      return {
        id,
        name,
        collection,
        problem: damage === null ? null : `${damage.sentence} ${damage.nextStep}`,
      }
    })
    return { type: 'environments', environments, activeId: this.#activeEntry()?.id ?? null }
  }

  /** Switches to another workspace. */
  switchTo(workspace: Workspace): void {
    this.#workspace = workspace
    this.#globals.useIn(workspace.folder)
  }

  /** Watches the global variables for changes by other programs; returns a function that stops watching. */
  watchGlobals(): () => void {
    return this.#globals.watch(this.#onChange)
  }

  /**
   * Returns the variables that a send uses, apart from those of its collection, and what files of them cannot be read.
   * @param drafts what the window that sends has not saved; it takes the place of what is saved
   */
  async shared(drafts: UnsavedDrafts = nothingUnsaved): Promise<SharedVariables> {
    const unread: string[] = []
    const [environment, file, globals] = await Promise.all([
      this.#activeEnvironment(drafts, unread),
      this.#workspace.readWorkspaceFile(),
      this.#globals.read(),
    ])
    for (const read of [file, globals]) if (!read.ok) unread.push(unreadSentence(read.failure) ?? '')
    const ofWorkspace = draftOf(drafts, { kind: 'workspace' })
    const workspace = withDraft(
      file.ok ? { ...file.value, variables: file.value.entity.variables } : noVariables,
      ofWorkspace?.variables ?? null,
      'Workspace',
    )
    const savedHeaders = file.ok ? (file.value.entity.headers ?? []) : []
    const workspaceHeaders = ofWorkspace?.headers ?? savedHeaders
    const global = withDraft(
      globals.ok ? { ...globals.value, variables: globals.value.entity } : noVariables,
      draftOf(drafts, { kind: 'global' })?.variables ?? null,
      'Global',
    )
    return {
      environment: environment?.entity ?? null,
      workspaceVariables: workspace.variables,
      workspaceHeaders,
      globalVariables: global.variables,
      secretValues: {
        ...(environment === null ? {} : { environment: environment.secretVariables }),
        workspace: workspace.secretVariables,
        global: global.secretVariables,
      },
      unsavedVariables: {
        ...(environment === null ? {} : { environment: environment.unsaved }),
        workspace: workspace.unsaved,
        global: global.unsaved,
      },
      areHeadersUnsaved: !isDeepStrictEqual(workspaceHeaders, savedHeaders),
      unread: unread.filter(sentence => sentence !== ''),
    }
  }

  /** Returns all secrets that a send could use now, with their values. */
  async secrets(): Promise<readonly { readonly name: string; readonly text: string }[]> {
    const { secretValues } = await this.shared()
    const { environment = [], workspace = [], global = [] } = secretValues ?? {}
    return [...environment, ...workspace, ...global].map(([name, text]) => ({ name, text }))
  }

  /** Returns how many variables each place and collection has. */
  async count(): Promise<VariableCounts> {
    const environments = this.#environments().map(
      ({ entry }) => ({ kind: 'environment', id: entry.id }) as const,
    )
    const places = [{ kind: 'global' }, { kind: 'workspace' }, ...environments] as const
    const counted = places.map(async place => {
      const opened = await this.#open(place)
      return opened.ok
        ? [[place.kind === 'environment' ? place.id : place.kind, opened.value.variables.length]]
        : []
    })
    const collections = this.#workspace.tree.collections.map(async ({ id, path }) => {
      const read = await this.#workspace.readCollection(path)
      return read.ok ? [[id, read.value.entity.defaults.variables.length]] : []
    })
    return Object.fromEntries((await Promise.all([...counted, ...collections])).flat())
  }

  async open(place: VariablesPlace): Done<OpenedVariables> {
    const opened = await this.#open(place)
    return opened.ok ? ok(editable(opened.value)) : opened
  }

  /** Saves variables if their file still has its base version; `changed`: the file has changed meanwhile. */
  async save(
    place: VariablesPlace,
    { variables: rows, headers: typedHeaders }: Pick<UnsavedVariables, 'variables' | 'headers'>,
    baseVersion: string | null,
  ): Done<SavedVariables> {
    const edited = typedVariables(rows)
    const variables = edited.map(({ variable }) => variable)
    const fault = unnamedProblem(variables) ?? secretNameProblem(edited)
    if (fault !== null) return failed(fault)
    const opened = await this.#open(place)
    if (!opened.ok) return opened
    // The unedited part of the file is taken from the version read here, so that version must be the base
    // itself.
    const present = editable(opened.value)
    if (present.version !== baseVersion) return ok({ state: 'changed', theirs: present })
    const secrets = secretsIn(edited)
    const headers = typedHeaders ?? present.headers
    const saved = await opened.value.save(variables, opened.value.version, secrets, headers)
    if (saved.ok) {
      this.#onChange()
      return ok({
        state: 'saved',
        version: shownVersion(opened.value, saved.value, { variables: edited, headers }),
      })
    }
    const { theirs: _unread, ...failure } = saved.failure
    if (failure.code !== 'FILE_CHANGED') return failed(failure)
    const now = await this.open(place)
    return now.ok ? ok({ state: 'changed', theirs: now.value }) : now
  }

  /**
   * Returns secrets that an older Parley allowed to scripts in a file. Scripts cannot read them; they are
   * listed until the user has decided about them on this device.
   */
  async permissionsOfFiles(): Promise<readonly ScopedSecret[]> {
    const environments = this.#environments().map(
      ({ entry }) => ({ kind: 'environment', id: entry.id }) as const,
    )
    const found: ScopedSecret[] = []
    for (const place of [...environments, { kind: 'workspace' }, { kind: 'global' }] as const) {
      const opened = await this.#open(place)
      if (opened.ok) found.push(...opened.value.permissionsOfFile.map(name => ({ place, name })))
    }
    return found
  }

  /**
   * Returns the variables of collections that a chosen environment overrides, unless the user of this workspace knows that it
   * does; in older versions the collection won.
   */
  async overridden(): Promise<readonly OverriddenVariable[]> {
    const { folder } = this.#workspace
    if (this.#active.isOrderKnown(folder)) return []
    const found = await overriddenVariables(this.#workspace)
    // What users write from now on, they write for this order.
    if (found.length === 0) await this.#active.markOrderKnown(folder)
    return found
  }

  /** The user of this workspace knows that a chosen environment wins. */
  async acknowledgeOverridden(): Done<null> {
    await this.#active.markOrderKnown(this.#workspace.folder)
    return ok(null)
  }

  /**
   * Returns the owner of the secret that a name refers to below containers, which are given outermost first; null if the
   * name refers to no secret.
   */
  async findSecret(name: string, containers: readonly ContainerPlace[]): Promise<SecretPlace | null> {
    const activeId = this.#activeEntry()?.id
    // The scopes, narrowest first.
    const places: readonly SecretPlace[] = [
      ...containers.filter(one => one.kind === 'folder').toReversed(),
      ...(activeId === undefined ? [] : [{ kind: 'environment' as const, id: activeId }]),
      ...containers.filter(one => one.kind === 'collection'),
      { kind: 'workspace' },
      { kind: 'global' },
    ]
    for (const place of places) {
      const opened = await this.#openOwner(place)
      const found = opened.ok && opened.value.variables.find(one => one.enabled && one.name === name)
      if (found) return found.secret ? place : null
    }
    return null
  }

  /** Allows scripts to read secrets on this device, or forbids it. The files of the secrets do not change. */
  async setScriptAccess(secrets: readonly ScopedSecret[], isAllowed: boolean): Done<null> {
    for (const { place, name } of secrets) {
      const opened = await this.#openOwner(place)
      if (!opened.ok) return opened
      const { variables, version, secretVariables, save } = opened.value
      const decided = variables.map(one =>
        one.secret && one.name === name ? { ...one, allowedToScripts: isAllowed } : one,
      )
      const saved = await save(decided, version, secretVariables)
      if (!saved.ok) {
        const { theirs: _unread, ...failure } = saved.failure
        return failed(failure)
      }
    }
    if (secrets.length > 0) this.#onChange()
    return ok(null)
  }

  /** Stores the value of a secret variable that had none on this machine; its file does not change. */
  async keepSecret({ name, place }: MissingSecret, text: string): Done<unknown> {
    const opened = await this.#open(await this.#placeOf(name, place.kind))
    if (!opened.ok) return opened
    const { variables, version, secretVariables, save } = opened.value
    return this.#notifyAfter(save(variables, version, new Map([...secretVariables, [name, text]])))
  }

  /**
   * Returns the owner of a variable; for an environment that extends others, the nearest one that has the
   * variable.
   */
  async #placeOf(name: string, kind: MissingSecret['place']['kind']): Promise<VariablesPlace> {
    if (kind === 'workspace' || kind === 'global') return { kind }
    const seen = new Set<string>()
    let entry = this.#activeEntry()
    while (entry !== undefined && !seen.has(entry.id)) {
      seen.add(entry.id)
      const read = await this.#workspace.readEnvironment(entry.path)
      if (!read.ok || read.value.entity.variables.some(one => one.enabled && one.name === name)) break
      entry = this.#siblingNamed(entry, read.value.entity.extendsName)
    }
    return { kind: 'environment', id: entry?.id ?? '' }
  }

  /** Creates an environment of the workspace. Resolves to its ID. */
  async create(name: string, rows: readonly EditedVariable[]): Done<string> {
    const edited = typedVariables(rows)
    const variables = edited.map(({ variable }) => variable)
    const fault = this.#nameProblem(name, null) ?? unnamedProblem(variables) ?? secretNameProblem(edited)
    if (fault !== null) return failed(fault)
    const made = await this.#workspace.commands.createEnvironment('', newEnvironment(name.trim()))
    if (!made.ok) return made
    const read = await this.#workspace.readEnvironment(made.value)
    const id = this.#environments().find(({ entry }) => entry.path === made.value)?.entry.id
    if (!read.ok) return read
    if (id === undefined) return failed(environmentNotFound)
    if (edited.length > 0) {
      const { entity, version } = read.value
      const saved = await this.#workspace.saveEnvironment(made.value, {
        entity: { ...entity, variables },
        baseVersion: version,
        secretVariables: secretsIn(edited),
      })
      if (!saved.ok) return saved
    }
    this.#onChange()
    return ok(id)
  }

  async rename(id: string, name: string): Done<string> {
    const entry = this.#entry(id)
    const fault = entry === undefined ? environmentNotFound : this.#nameProblem(name, id)
    if (entry === undefined || fault !== null) return failed(fault ?? environmentNotFound)
    return this.#notifyAfter(this.#workspace.commands.rename(entry.path, name.trim()))
  }

  /** Resolves to the ID of the copy. */
  async duplicate(id: string): Done<string> {
    const entry = this.#entry(id)
    if (entry === undefined) return failed(environmentNotFound)
    const copied = await this.#workspace.commands.duplicate(entry.path)
    if (!copied.ok) return copied
    const copy = this.#environments().find(one => one.entry.path === copied.value)?.entry
    if (copy === undefined) return failed(environmentNotFound)
    const free = this.#freeName(copy.name, copy.id)
    const named = free === copy.name ? copied : await this.#workspace.commands.rename(copied.value, free)
    this.#onChange()
    return named.ok ? ok(copy.id) : named
  }

  async remove(id: string): Done<unknown> {
    const entry = this.#entry(id)
    return entry === undefined
      ? failed(environmentNotFound)
      : this.#notifyAfter(this.#workspace.commands.remove(entry.path))
  }

  /**
   * Makes an environment the active one for all sends of this workspace; null: none. Rejects if that cannot
   * be saved.
   */
  async activate(id: string | null): Done<null> {
    if (id !== null && this.#entry(id) === undefined) return failed(environmentNotFound)
    await this.#active.activate(this.#workspace.folder, id)
    this.#onChange()
    return ok(null)
  }

  #environments(): readonly { readonly entry: EnvironmentEntry; readonly collection: string | null }[] {
    const { environments, collections, isOneCollection } = this.#workspace.tree
    const own = environments.map(entry => ({ entry, collection: null }))
    const ofCollections = collections.flatMap(({ name, environments: inIt }) =>
      inIt.map(entry => ({ entry, collection: isOneCollection ? null : name })),
    )
    return [...own, ...ofCollections]
  }

  #entry(id: string): EnvironmentEntry | undefined {
    return this.#environments().find(({ entry }) => entry.id === id)?.entry
  }

  #activeEntry(): EnvironmentEntry | undefined {
    return this.#entry(this.#active.of(this.#workspace.folder) ?? '')
  }

  async #activeEnvironment(drafts: UnsavedDrafts, unread: string[]): Promise<OpenedEnvironment | null> {
    const active = this.#activeEntry()
    if (active === undefined) return null
    return inheritedEnvironment(active.name, async name => {
      const entry = name === active.name ? active : this.#siblingNamed(active, name)
      const read = entry === undefined ? null : await this.#workspace.readEnvironment(entry.path)
      if (read?.ok === false) unread.push(unreadSentence(read.failure) ?? '')
      if (entry === undefined || !read?.ok) return null
      const { entity, secretVariables } = read.value
      const saved = { variables: entity.variables, secretVariables }
      const { variables, ...shown } = withDraft(
        saved,
        draftOf(drafts, { kind: 'environment', id: entry.id })?.variables ?? null,
        entry.name,
      )
      return { entity: { ...entity, variables }, ...shown }
    })
  }

  /** Returns the environment with a name in the folder of another one. */
  #siblingNamed({ path }: EnvironmentEntry, name: string): EnvironmentEntry | undefined {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    return this.#environments().find(({ entry }) => entry.name === name && isIn(folder, entry))?.entry
  }

  async #openOwner(place: SecretPlace): Done<Omit<OpenedPlace, 'file' | 'permissionsOfFile'>> {
    if (place.kind !== 'collection' && place.kind !== 'folder') return this.#open(place)
    const workspace = this.#workspace
    const path = pathOfContainer(workspace.tree.collections, place.id)
    if (path === null) return failed(containerNotFound)
    const read = await (place.kind === 'collection'
      ? workspace.readCollection(path)
      : workspace.readFolder(path))
    if (!read.ok) return read
    const { entity, version, secretVariables } = read.value
    const { variables } = entity.defaults
    return ok({
      variables,
      version,
      secretVariables,
      save(changed, baseVersion, secrets) {
        const defaults = { ...entity.defaults, variables: changed }
        const input = { baseVersion, secretVariables: secrets }
        return entity.kind === 'collection'
          ? workspace.saveCollection(path, { ...input, entity: { ...entity, defaults } })
          : workspace.saveFolder(path, { ...input, entity: { ...entity, defaults } })
      },
    })
  }

  async #open(place: VariablesPlace): Done<OpenedPlace> {
    if (place.kind === 'workspace') return this.#openWorkspaceFile()
    if (place.kind === 'global') return this.#openGlobals()
    const path = this.#entry(place.id)?.path
    if (path === undefined) return failed(environmentNotFound)
    const read = await this.#workspace.readEnvironment(path)
    if (!read.ok) return read
    const { entity, version, file, secretVariables, permissionsOfFile } = read.value
    return ok({
      variables: entity.variables,
      version,
      file,
      secretVariables,
      permissionsOfFile,
      save: (variables, baseVersion, secrets) =>
        this.#workspace.saveEnvironment(path, {
          entity: { ...entity, variables },
          baseVersion,
          secretVariables: secrets,
        }),
    })
  }

  async #openWorkspaceFile(): Done<OpenedPlace> {
    const read = await this.#workspace.readWorkspaceFile()
    if (!read.ok && read.failure.code !== 'NOT_FOUND') return read
    // This is a folder without the file, which keeps the folder's name.
    const { entity, version, file, secretVariables, permissionsOfFile } = read.ok
      ? read.value
      : noWorkspaceFile
    return ok({
      variables: entity.variables,
      headers: entity.headers ?? [],
      version,
      isOptional: true,
      file,
      secretVariables,
      permissionsOfFile,
      save: (variables, baseVersion, secrets, headers = entity.headers ?? []) =>
        this.#workspace.saveWorkspaceFile({
          entity: { ...entity, variables, headers },
          baseVersion,
          secretVariables: secrets,
        }),
    })
  }

  async #openGlobals(): Done<OpenedPlace> {
    const read = await this.#globals.read()
    if (!read.ok) return read
    const { entity, version, file, secretVariables, permissionsOfFile } = read.value
    return ok({
      variables: entity,
      version,
      file,
      secretVariables,
      permissionsOfFile,
      save: (variables, baseVersion, secrets) =>
        this.#globals.save({ entity: variables, baseVersion, secretVariables: secrets }),
    })
  }

  /** Returns the name, with a number appended if another environment has it. */
  #freeName(name: string, ownId: string): string {
    const taken = this.#environments().flatMap(({ entry }) => (entry.id === ownId ? [] : [entry.name]))
    let free = name
    for (let number = 2; taken.includes(free); number++) free = `${name} ${number}`
    return free
  }

  /** Refuses a name that another environment has, as the picker could not distinguish them. */
  #nameProblem(name: string, ownId: string | null): WorkspaceFailure | null {
    const wanted = name.trim()
    if (wanted === '') return nameProblem('An environment needs a name.', 'Type one.')
    const isTaken = this.#environments().some(({ entry }) => entry.id !== ownId && entry.name === wanted)
    return isTaken
      ? nameProblem(`There is an environment “${wanted}” already.`, 'Choose another name.')
      : null
  }

  async #notifyAfter<Value>(change: Done<Value>): Done<Value> {
    const result = await change
    this.#onChange()
    return result
  }
}

function pathOfContainer(entries: readonly (CollectionEntry | TreeItem)[], id: string): string | null {
  for (const entry of entries) {
    if (entry.id === id) return entry.path
    const below = entry.kind === 'request' ? null : pathOfContainer(entry.items, id)
    if (below !== null) return below
  }
  return null
}

function isIn(folder: string, { path }: EnvironmentEntry): boolean {
  return path.startsWith(folder)
}

function newEnvironment(name: string): Environment {
  return { name, color: '', variables: [], clientCertificates: [], extendsName: '', dotEnvFilePath: '' }
}

const noVariables = { variables: [], secretVariables: new Map<string, string>() }

const noWorkspaceFile = {
  entity: { name: '', variables: [], headers: [] },
  version: null,
  file: null,
  secretVariables: new Map<string, string>(),
  permissionsOfFile: [],
}

function nameProblem(sentence: string, nextStep: string): WorkspaceFailure {
  return { code: 'WRONG_PLACE', sentence, nextStep, path: '' }
}

const containerNotFound: WorkspaceFailure = {
  code: 'NOT_FOUND',
  sentence: 'This collection or folder is no longer in the workspace.',
  nextStep: 'Restore it from Recently deleted.',
  path: '',
}

const environmentNotFound: WorkspaceFailure = {
  code: 'NOT_FOUND',
  sentence: 'This environment is no longer in the workspace.',
  nextStep: 'Save what you have as a new environment.',
  path: '',
}
