import type { JsonNode } from '@parley/model'

/** Where the text is in the data of each event. */
export interface TextPath {
  /** Returns the text in the data of an event; null if it has none. */
  textIn(data: string): string | null
}

export type ReadPath =
  | { readonly isRead: true; readonly path: TextPath }
  /** A sentence for the user. */
  | { readonly isRead: false; readonly problem: string }

/** What marks the end of a stream and is no text. */
const endMark = '[DONE]'

/** Whether the data of an event marks the end of the stream. */
export function isEndMark(data: string): boolean {
  return data.trim() === endMark
}

/** Returns a value as text; null for objects, lists and null. Numbers and words are as they are written. */
export function textOf(node: JsonNode): string | null {
  return node.kind === 'string' || node.kind === 'number' || node.kind === 'boolean' ? node.text : null
}
