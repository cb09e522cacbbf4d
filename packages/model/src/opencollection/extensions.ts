import { ObjectReader } from './object-reader.ts'
import { type OpenCollectionObject, type OpenCollectionValue, objectOf, unlessEmpty } from './value.ts'

/**
 * Returns `extensions.parley` of a file, which stores what the OpenCollection schema has no place for
 * (behaviour, Storage); the nearest value of the schema is in its usual place. An entry counts only
 * while that value is the one that Parley would write for it. Otherwise another client has changed the file,
 * and the file's own value is newer.
 */
export function parleyExtension(file: ObjectReader): ObjectReader {
  return file.object('extensions').object('parley')
}

/** Returns the `extensions` of a file; undefined if there are no entries. */
export function writeParleyExtension(
  entries: Readonly<Record<string, OpenCollectionValue | undefined>>,
): OpenCollectionObject | undefined {
  const parley = unlessEmpty(objectOf(entries))
  return parley === undefined ? undefined : { parley }
}

/** A value of the schema, and its entry in `extensions.parley`. */
export interface WithExtension {
  readonly value: OpenCollectionValue | undefined
  readonly extension: OpenCollectionObject | undefined
}

/**
 * Returns a function that takes entries from a list of the extension by name. Each call returns the next
 * entry of the name, so entries with the same name are distinguished by their order.
 */
export function takeByName(
  parley: ObjectReader,
  list: string,
  nameKey: string,
): (name: string) => ObjectReader {
  const byName = new Map<string, ObjectReader[]>()
  // In reverse, because entries are taken with pop.
  for (const entry of parley.objects(list, entry => entry).reverse()) {
    const name = entry.text(nameKey)
    const same = byName.get(name)
    if (same === undefined) byName.set(name, [entry])
    else same.push(entry)
  }
  return name => byName.get(name)?.pop() ?? new ObjectReader(undefined, [], [])
}
