import type { Compare } from '../compare.ts'
import { comparedText } from '../compared-response.ts'

/** A message that is opened. */
export interface MessageToCompare {
  /** The same for no other message. */
  readonly key: string
  /** `Received 14:36:12.418` */
  readonly label: string
  /** Reads its text. */
  read(): Promise<string>
}

interface Chosen extends Omit<MessageToCompare, 'read'> {
  /** Read at once, as the text is gone when another message is opened. */
  readonly text: string
}

const chosenFirst = new WeakMap<Compare, Chosen>()

/** Compares a message with the one that was chosen before, or chooses it. Resolves with a message for the user. */
export async function compareMessage(
  compare: Compare,
  { key, label, read }: MessageToCompare,
  describeError: (error: unknown) => string,
): Promise<string> {
  const text = await read().then(comparedText, describeError)
  const first = chosenFirst.get(compare)
  if (first === undefined || first.key === key) {
    chosenFirst.set(compare, { key, label, text })
    return 'Open another message and compare it, too.'
  }
  chosenFirst.delete(compare)
  compare.show({ left: { label: first.label }, right: { label }, bodies: [first.text, text] })
  return ''
}
