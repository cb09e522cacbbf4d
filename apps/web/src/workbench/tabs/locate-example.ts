import type { RequestExample } from '@parley/model'
import type { NotDone, OpenedRequest } from '@parley/server/contract'
import { isDeepEqual } from '../deep-equal.ts'
import type { OpenedDocument } from '../documents/document.ts'

/** What a tab knows of its example. */
export interface KnownExample {
  /** Null if it was not seen in the tree since Parley was started. */
  readonly exampleId: string | null
  readonly saved: RequestExample
  /** Its position when it was last seen. */
  readonly index: number
}

/** What is said if the example that the user chose is not in its file as that example any more. */
export const exampleGone: NotDone = {
  state: 'failed',
  sentence: 'This example was deleted or changed by another program.',
  nextStep: 'Choose it again in the sidebar.',
}

/** Returns the position of a tab's example in its file; null if it is gone. */
export function findExample(
  { request: { examples }, exampleIds }: Pick<OpenedRequest, 'request' | 'exampleIds'>,
  known: KnownExample,
): number | null {
  if (known.exampleId === null) return locateExample(examples, known)
  const at = exampleIds.indexOf(known.exampleId)
  return at >= 0 ? at : equalExample(examples, known)
}

/**
 * Returns the position of an example that has no ID yet in the present list of its request, in which examples may have
 * been edited, moved, added or deleted; null if it is gone, or if more than one could be meant.
 */
export function locateExample(
  examples: readonly RequestExample[],
  known: Pick<KnownExample, 'saved' | 'index'>,
): number | null {
  const { saved } = known
  const equal = equalExample(examples, known)
  if (equal !== null) return equal
  const named = positions(examples, ({ name }) => name === saved.name)
  const renamed = positions(examples, one => isDeepEqual({ ...one, name: '' }, { ...saved, name: '' }))
  const [found, ...others] = named.length === 0 ? renamed : named
  return found === undefined || others.length > 0 ? null : found
}

function equalExample(
  examples: readonly RequestExample[],
  { saved, index }: Pick<KnownExample, 'saved' | 'index'>,
): number | null {
  const equal = positions(examples, one => isDeepEqual(one, saved))
  return equal.includes(index) ? index : (equal[0] ?? null)
}

function positions(
  examples: readonly RequestExample[],
  isWanted: (one: RequestExample) => boolean,
): readonly number[] {
  return examples.flatMap((one, index) => (isWanted(one) ? [index] : []))
}

/** Returns an example of a request as a document. */
export function openedExample(
  { request, version, file }: OpenedRequest,
  at: number,
): OpenedDocument<RequestExample> {
  return { value: request.examples[at] ?? { name: '' }, version, file }
}
