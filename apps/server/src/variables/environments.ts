import { type Environment, failed, ok } from '@parley/model'
import type { WorkspaceFailure } from '@parley/workspace'
import type { EditedVariable } from '../contract/index.ts'
import { secretNameProblem, secretsIn, typedVariables, unnamedProblem } from './checked-variables.ts'
import { type Done, environmentNotFound, type VariableOwners } from './variable-owners.ts'

/** Creates, renames, duplicates, removes and activates the environments of the workspace (behaviour 2.6). */
export class Environments {
  readonly #owners: VariableOwners

  constructor(owners: VariableOwners) {
    this.#owners = owners
  }

  /** Creates an environment of the workspace. Resolves to its ID. */
  async create(name: string, rows: readonly EditedVariable[]): Done<string> {
    const edited = typedVariables(rows)
    const variables = edited.map(({ variable }) => variable)
    const fault = this.#nameProblem(name, null) ?? unnamedProblem(variables) ?? secretNameProblem(edited)
    if (fault !== null) return failed(fault)
    const made = await this.#owners.workspace.commands.createEnvironment('', newEnvironment(name.trim()))
    if (!made.ok) return made
    const read = await this.#owners.workspace.readEnvironment(made.value)
    const id = this.#owners.environments().find(({ entry }) => entry.path === made.value)?.entry.id
    if (!read.ok) return read
    if (id === undefined) return failed(environmentNotFound)
    if (edited.length > 0) {
      const { entity, version } = read.value
      const saved = await this.#owners.workspace.saveEnvironment(made.value, {
        entity: { ...entity, variables },
        baseVersion: version,
        secretVariables: secretsIn(edited),
      })
      if (!saved.ok) return saved
    }
    this.#owners.onChange()
    return ok(id)
  }

  async rename(id: string, name: string): Done<string> {
    const entry = this.#owners.environment(id)
    const fault = entry === undefined ? environmentNotFound : this.#nameProblem(name, id)
    if (entry === undefined || fault !== null) return failed(fault ?? environmentNotFound)
    return this.#owners.notifyAfter(this.#owners.workspace.commands.rename(entry.path, name.trim()))
  }

  /** Resolves to the ID of the copy. */
  async duplicate(id: string): Done<string> {
    const entry = this.#owners.environment(id)
    if (entry === undefined) return failed(environmentNotFound)
    const copied = await this.#owners.workspace.commands.duplicate(entry.path)
    if (!copied.ok) return copied
    const copy = this.#owners.environments().find(one => one.entry.path === copied.value)?.entry
    if (copy === undefined) return failed(environmentNotFound)
    const free = this.#freeName(copy.name, copy.id)
    const named =
      free === copy.name ? copied : await this.#owners.workspace.commands.rename(copied.value, free)
    this.#owners.onChange()
    return named.ok ? ok(copy.id) : named
  }

  async remove(id: string): Done<unknown> {
    const entry = this.#owners.environment(id)
    return entry === undefined
      ? failed(environmentNotFound)
      : this.#owners.notifyAfter(this.#owners.workspace.commands.remove(entry.path))
  }

  /**
   * Makes an environment the active one for all sends of this workspace; null: none. Rejects if that cannot
   * be saved.
   */
  async activate(id: string | null): Done<null> {
    if (id !== null && this.#owners.environment(id) === undefined) return failed(environmentNotFound)
    await this.#owners.active.activate(this.#owners.workspace.folder, id)
    this.#owners.onChange()
    return ok(null)
  }

  /** Returns the name, with a number appended if another environment has it. */
  #freeName(name: string, ownId: string): string {
    const taken = this.#owners.environments().flatMap(({ entry }) => (entry.id === ownId ? [] : [entry.name]))
    let free = name
    for (let number = 2; taken.includes(free); number++) free = `${name} ${number}`
    return free
  }

  /** Refuses a name that another environment has, as the picker could not distinguish them. */
  #nameProblem(name: string, ownId: string | null): WorkspaceFailure | null {
    const wanted = name.trim()
    if (wanted === '') return nameProblem('An environment needs a name.', 'Type one.')
    const isTaken = this.#owners
      .environments()
      .some(({ entry }) => entry.id !== ownId && entry.name === wanted)
    return isTaken
      ? nameProblem(`There is an environment “${wanted}” already.`, 'Choose another name.')
      : null
  }
}

function newEnvironment(name: string): Environment {
  return { name, color: '', variables: [], clientCertificates: [], extendsName: '', dotEnvFilePath: '' }
}

function nameProblem(sentence: string, nextStep: string): WorkspaceFailure {
  return { code: 'WRONG_PLACE', sentence, nextStep, path: '' }
}
