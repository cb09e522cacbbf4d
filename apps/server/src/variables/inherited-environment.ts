import type { Environment } from '@parley/model'

/** An environment with the values of its secrets. */
export interface OpenedEnvironment {
  readonly noun: Environment
  readonly secretVariables: ReadonlyMap<string, string>
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
  const { extendsName } = own.noun
  const base =
    extendsName === '' ? null : await inheritedEnvironment(extendsName, read, new Set([...seen, name]))
  if (base === null) return own
  const names = new Set(own.noun.variables.filter(one => one.enabled).map(one => one.name))
  const inherited = base.noun.variables.filter(one => !names.has(one.name))
  return {
    noun: { ...own.noun, variables: [...inherited, ...own.noun.variables] },
    secretVariables: new Map([
      ...base.secretVariables,
      ...[...own.secretVariables].filter(([secret]) => names.has(secret)),
    ]),
  }
}
