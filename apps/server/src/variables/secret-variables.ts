import type { MissingSecret } from '@parley/engine'
import { failed, ok } from '@parley/model'
import type { ContainerPlace, ScopedSecret, SecretPlace, VariablesPlace } from '../contract/index.ts'
import { sharedVariables } from './shared-variables.ts'
import type { Done, VariableOwners } from './variable-owners.ts'

/** The secrets among variables: their values, and whether scripts may read them. */
export class SecretVariables {
  readonly #owners: VariableOwners

  constructor(owners: VariableOwners) {
    this.#owners = owners
  }

  /** Returns all secrets that a send could use now, with their values. */
  async all(): Promise<readonly { readonly name: string; readonly text: string }[]> {
    const { secretValues } = await sharedVariables(this.#owners)
    const { environment = [], workspace = [], global = [] } = secretValues ?? {}
    return [...environment, ...workspace, ...global].map(([name, text]) => ({ name, text }))
  }

  /**
   * Returns the owner of the secret that a name refers to below containers, which are given outermost first; null if the
   * name refers to no secret.
   */
  async find(name: string, containers: readonly ContainerPlace[]): Promise<SecretPlace | null> {
    const activeId = this.#owners.activeEnvironment()?.id
    // The scopes, narrowest first.
    const places: readonly SecretPlace[] = [
      ...containers.filter(one => one.kind === 'folder').toReversed(),
      ...(activeId === undefined ? [] : [{ kind: 'environment' as const, id: activeId }]),
      ...containers.filter(one => one.kind === 'collection'),
      { kind: 'workspace' },
      { kind: 'global' },
    ]
    for (const place of places) {
      const opened = await this.#owners.openOwner(place)
      const found = opened.ok && opened.value.variables.find(one => one.enabled && one.name === name)
      if (found) return found.secret ? place : null
    }
    return null
  }

  /** Stores the value of a secret variable that had none on this machine; its file does not change. */
  async keep({ name, place }: MissingSecret, text: string): Done<unknown> {
    const opened = await this.#owners.open(await this.#placeOf(name, place.kind))
    if (!opened.ok) return opened
    const { variables, version, secretVariables, save } = opened.value
    return this.#owners.notifyAfter(save(variables, version, new Map([...secretVariables, [name, text]])))
  }

  /**
   * Returns the owner of a variable; for an environment that extends others, the nearest one that has the
   * variable.
   */
  async #placeOf(name: string, kind: MissingSecret['place']['kind']): Promise<VariablesPlace> {
    if (kind === 'workspace' || kind === 'global') return { kind }
    const seen = new Set<string>()
    let entry = this.#owners.activeEnvironment()
    while (entry !== undefined && !seen.has(entry.id)) {
      seen.add(entry.id)
      const read = await this.#owners.workspace.readEnvironment(entry.path)
      if (!read.ok || read.value.entity.variables.some(one => one.enabled && one.name === name)) break
      entry = this.#owners.siblingNamed(entry, read.value.entity.extendsName)
    }
    return { kind: 'environment', id: entry?.id ?? '' }
  }

  /** Allows scripts to read secrets on this device, or forbids it. The files of the secrets do not change. */
  async setScriptAccess(secrets: readonly ScopedSecret[], isAllowed: boolean): Done<null> {
    for (const { place, name } of secrets) {
      const opened = await this.#owners.openOwner(place)
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
    if (secrets.length > 0) this.#owners.onChange()
    return ok(null)
  }

  /**
   * Returns secrets that an older Parley allowed to scripts in a file. Scripts cannot read them; they are
   * listed until the user has decided about them on this device.
   */
  async permissionsOfFiles(): Promise<readonly ScopedSecret[]> {
    const found: ScopedSecret[] = []
    for (const place of this.#owners.places()) {
      const opened = await this.#owners.open(place)
      if (opened.ok) found.push(...opened.value.permissionsOfFile.map(name => ({ place, name })))
    }
    return found
  }
}
