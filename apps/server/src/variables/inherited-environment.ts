import type { UnsavedNames } from '@parley/engine'
import type { Environment } from '@parley/model'

/** An environment with the values of its secrets. */
export interface OpenedEnvironment {
  readonly entity: Environment
  readonly secretVariables: ReadonlyMap<string, string>
  /** The names whose values are not saved, each with the name of its environment. */
  readonly unsaved: UnsavedNames
}

/**
 * Returns an environment with the variables of the environments that it extends; its own enabled variables
 * override theirs. A cycle of environments that extend each other ends at the first repetition. Null if the
 * environment cannot be read.
 */
export async function inheritedEnvironment(
  name: string,
  read: (name: string) => Promise<OpenedEnvironment | null>,
  seen: ReadonlySet<string> = new Set(),
): Promise<OpenedEnvironment | null> {
  const own = seen.has(name) ? null : await read(name)
  if (own === null) return null
  const { extendsName } = own.entity
  const base =
    extendsName === '' ? null : await inheritedEnvironment(extendsName, read, new Set([...seen, name]))
  if (base === null) return own
  const names = new Set(own.entity.variables.filter(one => one.enabled).map(one => one.name))
  const inherited = base.entity.variables.filter(one => !names.has(one.name))
  return {
    entity: { ...own.entity, variables: [...inherited, ...own.entity.variables] },
    secretVariables: new Map([
      ...base.secretVariables,
      ...[...own.secretVariables].filter(([secret]) => names.has(secret)),
    ]),
    unsaved: new Map([...[...base.unsaved].filter(([changed]) => !names.has(changed)), ...own.unsaved]),
  }
}
