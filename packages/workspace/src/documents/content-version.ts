import type { OpenCollectionValue } from '@parley/model'
import type { StoredKind, WithoutSecrets } from '../secrets/stored-format.ts'
import { versionOf } from './document.ts'

/**
 * Returns the version of a file's content, which a save names as its base. Comments, formatting and unknown
 * keys do not count, because a save keeps them; nor does what commands on the layout change (behaviour,
 * Order).
 */
export function contentVersion<Entity>(
  { entity, ...stored }: WithoutSecrets<Entity>,
  kind: StoredKind<Entity>,
): string {
  const unordered = kind.layout?.without(entity) ?? entity
  return versionOf(canonicalText(kind.format.write({ entity: unordered, ...stored })))
}

/** Returns JSON with sorted keys, so that equal values have equal texts. */
function canonicalText(value: OpenCollectionValue): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
