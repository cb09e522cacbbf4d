import type { ActiveEnvironments } from '@parley/appdata'
import { failed, ok, type Result } from '@parley/model'
import type {
  CollectionEntry,
  EnvironmentEntry,
  Globals,
  TreeItem,
  Workspace,
  WorkspaceFailure,
} from '@parley/workspace'
import type { SecretPlace, VariablesPlace } from '../contract/index.ts'
import type { OpenedPlace } from './editable-variables.ts'

/** What a change of variables resolves to. */
export type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/** The services that variables are read from and saved with. */
export type VariableServices = Pick<VariableOwners, 'workspace' | 'globals' | 'active' | 'onChange'>

/** What has variables: finds the environments of the workspace, and opens each owner. */
export class VariableOwners {
  workspace: Workspace
  readonly globals: Globals
  readonly active: ActiveEnvironments
  /** Called when variables or environments have changed. */
  readonly onChange: () => void

  constructor({ workspace, globals, active, onChange }: VariableServices) {
    this.workspace = workspace
    this.globals = globals
    this.active = active
    this.onChange = onChange
  }

  environments(): readonly { readonly entry: EnvironmentEntry; readonly collection: string | null }[] {
    const { environments, collections, isOneCollection } = this.workspace.tree
    const own = environments.map(entry => ({ entry, collection: null }))
    const ofCollections = collections.flatMap(({ name, environments: inIt }) =>
      inIt.map(entry => ({ entry, collection: isOneCollection ? null : name })),
    )
    return [...own, ...ofCollections]
  }

  environment(id: string): EnvironmentEntry | undefined {
    return this.environments().find(({ entry }) => entry.id === id)?.entry
  }

  activeEnvironment(): EnvironmentEntry | undefined {
    return this.environment(this.active.of(this.workspace.folder) ?? '')
  }

  /** Returns the environment with a name in the folder of another one. */
  siblingNamed({ path }: EnvironmentEntry, name: string): EnvironmentEntry | undefined {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    return this.environments().find(({ entry }) => entry.name === name && entry.path.startsWith(folder))
      ?.entry
  }

  places(): readonly VariablesPlace[] {
    const environments = this.environments().map(
      ({ entry }) => ({ kind: 'environment', id: entry.id }) as const,
    )
    return [...environments, { kind: 'workspace' }, { kind: 'global' }]
  }

  async open(place: VariablesPlace): Done<OpenedPlace> {
    if (place.kind === 'workspace') return this.#openWorkspaceFile()
    if (place.kind === 'global') return this.#openGlobals()
    const path = this.environment(place.id)?.path
    if (path === undefined) return failed(environmentNotFound)
    const read = await this.workspace.readEnvironment(path)
    if (!read.ok) return read
    const { entity, version, file, secretVariables, permissionsOfFile } = read.value
    return ok({
      variables: entity.variables,
      version,
      file,
      secretVariables,
      permissionsOfFile,
      save: (variables, baseVersion, secrets) =>
        this.workspace.saveEnvironment(path, {
          entity: { ...entity, variables },
          baseVersion,
          secretVariables: secrets,
        }),
    })
  }

  async openOwner(place: SecretPlace): Done<Omit<OpenedPlace, 'file' | 'permissionsOfFile'>> {
    if (place.kind !== 'collection' && place.kind !== 'folder') return this.open(place)
    const { workspace } = this
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

  async #openWorkspaceFile(): Done<OpenedPlace> {
    const read = await this.workspace.readWorkspaceFile()
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
        this.workspace.saveWorkspaceFile({
          entity: { ...entity, variables, headers },
          baseVersion,
          secretVariables: secrets,
        }),
    })
  }

  async #openGlobals(): Done<OpenedPlace> {
    const read = await this.globals.read()
    if (!read.ok) return read
    const { entity, version, file, secretVariables, permissionsOfFile } = read.value
    return ok({
      variables: entity,
      version,
      file,
      secretVariables,
      permissionsOfFile,
      save: (variables, baseVersion, secrets) =>
        this.globals.save({ entity: variables, baseVersion, secretVariables: secrets }),
    })
  }

  async notifyAfter<Value>(change: Done<Value>): Done<Value> {
    const result = await change
    this.onChange()
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

const noWorkspaceFile = {
  entity: { name: '', variables: [], headers: [] },
  version: null,
  file: null,
  secretVariables: new Map<string, string>(),
  permissionsOfFile: [],
}

const containerNotFound: WorkspaceFailure = {
  code: 'NOT_FOUND',
  sentence: 'This collection or folder is no longer in the workspace.',
  nextStep: 'Restore it from Recently deleted.',
  path: '',
}

/** Why an environment is not found. */
export const environmentNotFound: WorkspaceFailure = {
  code: 'NOT_FOUND',
  sentence: 'This environment is no longer in the workspace.',
  nextStep: 'Save what you have as a new environment.',
  path: '',
}
