import { failed, ok } from '@parley/model'
import type { Workspace } from '@parley/workspace'
import type {
  EnvironmentSummary,
  EnvironmentsEvent,
  OpenedVariables,
  OverriddenVariable,
  SavedVariables,
  UnsavedDrafts,
  UnsavedVariables,
  VariableCounts,
  VariablesPlace,
} from '../contract/index.ts'
import type { SharedVariables } from '../library/library.ts'
import { secretNameProblem, secretsIn, typedVariables, unnamedProblem } from './checked-variables.ts'
import { editable, shownVersion } from './editable-variables.ts'
import { Environments } from './environments.ts'
import { overriddenVariables } from './overridden-variables.ts'
import { SecretVariables } from './secret-variables.ts'
import { sharedVariables } from './shared-variables.ts'
import { type Done, VariableOwners, type VariableServices } from './variable-owners.ts'

/** The environments of the workspace, its own variables and those of all workspaces (behaviour 2.6). */
export class Variables {
  readonly #owners: VariableOwners
  readonly environments: Environments
  readonly secrets: SecretVariables

  constructor(services: VariableServices) {
    this.#owners = new VariableOwners(services)
    this.environments = new Environments(this.#owners)
    this.secrets = new SecretVariables(this.#owners)
  }

  get event(): EnvironmentsEvent {
    const environments = this.#owners.environments().map(({ entry, collection }): EnvironmentSummary => {
      const { id, name, damage } = entry
      return {
        id,
        name,
        collection,
        problem: damage === null ? null : `${damage.sentence} ${damage.nextStep}`,
      }
    })
    return { type: 'environments', environments, activeId: this.#owners.activeEnvironment()?.id ?? null }
  }

  /** Switches to another workspace. */
  switchTo(workspace: Workspace): void {
    this.#owners.workspace = workspace
    this.#owners.globals.useIn(workspace.folder)
  }

  /** Watches the global variables for changes by other programs; returns a function that stops watching. */
  watchGlobals(): () => void {
    return this.#owners.globals.watch(this.#owners.onChange)
  }

  /** Does what {@link sharedVariables} says. */
  shared(drafts?: UnsavedDrafts): Promise<SharedVariables> {
    return sharedVariables(this.#owners, drafts)
  }

  /** Returns how many variables each place and collection has. */
  async count(): Promise<VariableCounts> {
    const counted = this.#owners.places().map(async place => {
      const opened = await this.#owners.open(place)
      return opened.ok
        ? [[place.kind === 'environment' ? place.id : place.kind, opened.value.variables.length]]
        : []
    })
    const collections = this.#owners.workspace.tree.collections.map(async ({ id, path }) => {
      const read = await this.#owners.workspace.readCollection(path)
      return read.ok ? [[id, read.value.entity.defaults.variables.length]] : []
    })
    return Object.fromEntries((await Promise.all([...counted, ...collections])).flat())
  }

  async open(place: VariablesPlace): Done<OpenedVariables> {
    const opened = await this.#owners.open(place)
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
    const opened = await this.#owners.open(place)
    if (!opened.ok) return opened
    // The unedited part of the file is taken from the version read here, so that version must be the base
    // itself.
    const present = editable(opened.value)
    if (present.version !== baseVersion) return ok({ state: 'changed', theirs: present })
    const secrets = secretsIn(edited)
    const headers = typedHeaders ?? present.headers
    const saved = await opened.value.save(variables, opened.value.version, secrets, headers)
    if (saved.ok) {
      this.#owners.onChange()
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
   * Returns the variables of collections that a chosen environment overrides, unless the user of this workspace knows that it
   * does; in older versions the collection won.
   */
  async overridden(): Promise<readonly OverriddenVariable[]> {
    const { folder } = this.#owners.workspace
    if (this.#owners.active.isOrderKnown(folder)) return []
    const found = await overriddenVariables(this.#owners.workspace)
    // What users write from now on, they write for this order.
    if (found.length === 0) await this.#owners.active.markOrderKnown(folder)
    return found
  }

  /** The user of this workspace knows that a chosen environment wins. */
  async acknowledgeOverridden(): Done<null> {
    await this.#owners.active.markOrderKnown(this.#owners.workspace.folder)
    return ok(null)
  }
}
