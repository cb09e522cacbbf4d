import type { Auth, Collection, Folder, Item } from '@parley/model'

/**
 * Returns the secret fields without a value on this machine, by authorization: a send asks for these.
 * Includes those of items in the same file.
 *
 * @param missingSecrets the field paths found when the file was read, such as `auth.token` or
 * `items.0.auth.token`
 */
export function missingAuthFields(
  entity: Item | Collection,
  missingSecrets: readonly string[],
): ReadonlyMap<Auth, readonly string[]> {
  const found = new Map<Auth, readonly string[]>()
  for (const path of missingSecrets) {
    const [, items = '', field] = /^((?:items\.\d+\.)*)auth\.(\w+)$/.exec(path) ?? []
    const places = [...items.matchAll(/\d+/g)].map(([place]) => Number(place))
    const auth = authOf(places.reduce<Item | Collection | undefined>(itemAt, entity))
    if (auth !== undefined && field !== undefined) found.set(auth, [...(found.get(auth) ?? []), field])
  }
  return found
}

function itemAt(entity: Item | Collection | undefined, place: number): Item | undefined {
  return entity !== undefined && isContainer(entity) ? entity.items[place] : undefined
}

function authOf(entity: Item | Collection | undefined): Auth | undefined {
  if (entity === undefined) return undefined
  if (isContainer(entity)) return entity.defaults.auth
  return 'auth' in entity ? entity.auth : undefined
}

function isContainer(entity: Item | Collection): entity is Folder | Collection {
  return entity.kind === 'folder' || entity.kind === 'collection'
}
