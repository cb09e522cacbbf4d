import type { Collection, Folder } from '@parley/model'
import type { ImportedSecret } from './imported.ts'

/** The values of secret variables by name, of each collection or folder that has some. */
export type ContainerSecrets = ReadonlyMap<Collection | Folder, ReadonlyMap<string, string>>

/**
 * Returns the values for the secret variables of a collection and its folders, and removes them from `left`, as another
 * collection of the same name may have more.
 */
export function takeContainerSecrets(
  container: Collection | Folder,
  left: ImportedSecret[],
  outer: readonly string[] = [],
): ContainerSecrets {
  const path = [...outer, container.name]
  const isOfIt = (secret: ImportedSecret) =>
    secret.scope === container.kind &&
    secret.path.length === path.length &&
    secret.path.every((name, at) => name === path[at])
  const own = new Map<string, string>()
  for (const { secret, name } of container.defaults.variables) {
    const index = secret ? left.findIndex(one => one.name === name && isOfIt(one)) : -1
    const [found] = index < 0 ? [] : left.splice(index, 1)
    if (found !== undefined) own.set(name, found.value)
  }
  const below = container.items.flatMap(item =>
    item.kind === 'folder' ? [...takeContainerSecrets(item, left, path)] : [],
  )
  return new Map([...(own.size === 0 ? [] : [[container, own] as const]), ...below])
}
