import { ObjectReader } from './object-reader.ts'
import { type OpenCollectionObject, type OpenCollectionValue, objectOf, unlessEmpty } from './value.ts'

/**
 * What the OpenCollection schema has no place for stands under `extensions.parley` of the same
 * file (product decisions, Storage), with the nearest value of the schema in its usual place. An
 * entry counts only while that value is the one Parley would write beside it: otherwise another
 * client has changed the file since, and the file's own value is the newer one.
 */
export function parleyExtension(file: ObjectReader): ObjectReader {
  return file.object('extensions').object('parley')
}

/** The `extensions` of a file; nothing where Parley has nothing to add. */
export function writeParleyExtension(
  entries: Readonly<Record<string, OpenCollectionValue | undefined>>,
): OpenCollectionObject | undefined {
  const parley = unlessEmpty(objectOf(entries))
  return parley === undefined ? undefined : { parley }
}

/** A value of the schema, and what `extensions.parley` holds beside it. */
export interface WithExtension {
  readonly value: OpenCollectionValue | undefined
  readonly extension: OpenCollectionObject | undefined
}

/**
 * The entries of a list in the extension by the name they are for. Each call takes the next entry
 * of that name, so that several of one name are told apart by their order.
 */
export function takeByName(
  parley: ObjectReader,
  list: string,
  nameKey: string,
): (name: string) => ObjectReader {
  const byName = new Map<string, ObjectReader[]>()
  // Last first, so that taking is a pop.
  for (const entry of parley.objects(list, entry => entry).reverse()) {
    const name = entry.text(nameKey)
    const same = byName.get(name)
    if (same === undefined) byName.set(name, [entry])
    else same.push(entry)
  }
  return name => byName.get(name)?.pop() ?? new ObjectReader(undefined, [], [])
}
