import type { RequestExample } from '@parley/model'
import { isDeepEqual } from '../deep-equal.ts'

/**
 * Returns the position of an example in the present list of its request, in which examples may have been edited, moved,
 * added or deleted; null if it is gone.
 */
export function locateExample(
  examples: readonly RequestExample[],
  { saved, index }: { readonly saved: RequestExample; readonly index: number },
): number | null {
  const isSame = (one: RequestExample | undefined) => one !== undefined && isDeepEqual(one, saved)
  if (isSame(examples[index])) return index
  const moved = examples.findIndex(isSame)
  if (moved >= 0) return moved
  const renamed = examples.findIndex(one => isDeepEqual({ ...one, name: '' }, { ...saved, name: '' }))
  if (renamed >= 0 && !examples.some(({ name }) => name === saved.name)) return renamed
  if (examples[index]?.name === saved.name) return index
  const named = examples.findIndex(({ name }) => name === saved.name)
  return named < 0 ? null : named
}
