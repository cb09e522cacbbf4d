import type { Auth, Collection, Folder, Item } from '@parley/model'

/**
 * Returns the secret fields without a value on this machine, by authorization: a send asks for these.
 * Includes those of items in the same file.
 *
 * @param missingSecrets the field paths found when the file was read, such as `auth.token` or
 * `items.0.auth.token`
 */
export function missingAuthFields(
  noun: Item | Collection,
  missingSecrets: readonly string[],
): ReadonlyMap<Auth, readonly string[]> {
  const found = new Map<Auth, readonly string[]>()
  for (const path of missingSecrets) {
    const [, items = '', field] = /^((?:items\.\d+\.)*)auth\.(\w+)$/.exec(path) ?? []
    const places = [...items.matchAll(/\d+/g)].map(([place]) => Number(place))
    const auth = authOf(places.reduce<Item | Collection | undefined>(itemAt, noun))
    if (auth !== undefined && field !== undefined) found.set(auth, [...(found.get(auth) ?? []), field])
  }
  return found
}

function itemAt(noun: Item | Collection | undefined, place: number): Item | undefined {
  return noun !== undefined && isContainer(noun) ? noun.items[place] : undefined
}

function authOf(noun: Item | Collection | undefined): Auth | undefined {
  if (noun === undefined) return undefined
  if (isContainer(noun)) return noun.defaults.auth
  return 'auth' in noun ? noun.auth : undefined
}

function isContainer(noun: Item | Collection): noun is Folder | Collection {
  return noun.kind === 'folder' || noun.kind === 'collection'
}
