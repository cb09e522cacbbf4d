import { type Variable, variableText } from '@parley/model'
import type { CollectionEntry, EnvironmentEntry, Workspace } from '@parley/workspace'
import type { OverriddenVariable } from '../contract/index.ts'

/**
 * Returns the variables of collections that have another value in an environment that can be chosen for them. Files that cannot
 * be read have none.
 */
export async function overriddenVariables(workspace: Workspace): Promise<readonly OverriddenVariable[]> {
  const { collections, environments } = workspace.tree
  const shared = await Promise.all(environments.map(entry => readEnvironment(workspace, entry)))
  const found: OverriddenVariable[] = []
  for (const entry of collections) {
    const own = await Promise.all(entry.environments.map(one => readEnvironment(workspace, one)))
    for (const { name, text } of await variablesOf(workspace, entry)) {
      const inEnvironments = [...own, ...shared].flatMap(({ name: environment, texts }) =>
        texts.has(name) && texts.get(name) !== text ? [environment] : [],
      )
      if (inEnvironments.length > 0)
        found.push({ name, collection: entry.name, environments: inEnvironments })
    }
  }
  return found
}

interface EnvironmentTexts {
  readonly name: string
  /** The value of each variable; null for a secret. */
  readonly texts: ReadonlyMap<string, string | null>
}

async function readEnvironment(workspace: Workspace, entry: EnvironmentEntry): Promise<EnvironmentTexts> {
  const read = await workspace.readEnvironment(entry.path)
  const variables = read.ok ? read.value.entity.variables : []
  return { name: entry.name, texts: new Map(enabledTexts(variables).map(({ name, text }) => [name, text])) }
}

async function variablesOf(workspace: Workspace, { path }: CollectionEntry) {
  const read = await workspace.readCollection(path)
  return read.ok ? enabledTexts(read.value.entity.defaults.variables) : []
}

function enabledTexts(variables: readonly Variable[]) {
  return variables.flatMap(one =>
    one.enabled && one.name !== '' ? [{ name: one.name, text: one.secret ? null : variableText(one) }] : [],
  )
}
