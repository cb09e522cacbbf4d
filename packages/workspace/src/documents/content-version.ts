import type { OpenCollectionValue } from '@parley/model'
import type { StoredKind, WithoutSecrets } from '../secrets/stored-format.ts'
import { versionOf } from './document.ts'

/**
 * The version of what a file says, which a save names as its base. Comments, formatting and keys that Parley does
 * not know are not part of it, as a save keeps them; nor is the place among siblings (product decisions, Order).
 */
export function contentVersion<Noun>(
  { noun, secretFields }: WithoutSecrets<Noun>,
  kind: StoredKind<Noun>,
): string {
  const unordered = kind.order === undefined ? noun : kind.order.put(noun, undefined)
  return versionOf(canonicalText(kind.format.write({ noun: unordered, secretFields })))
}

/** JSON whose keys are sorted, so that two values that say the same have the same text. */
function canonicalText(value: OpenCollectionValue): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
