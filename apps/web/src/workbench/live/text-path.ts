import { jsonNodeAt } from '@parley/engine'
import { type JsonNode, readJsonTree } from '@parley/model'

/** Where the text is in the data of each event. */
export interface TextPath {
  /** Returns the text in the data of an event; null if it has none. */
  textIn(data: string): string | null
}

export type ReadPath =
  | { readonly isRead: true; readonly path: TextPath }
  /** A sentence for the user. */
  | { readonly isRead: false; readonly problem: string }

/** Where streams of language models have their text; the first place with a text is used. */
const knownPlaces = [
  ['choices', 0, 'delta', 'content'],
  ['delta', 'text'],
  ['message', 'content'],
] as const

/** What marks the end of a stream and is no text. */
const endMark = '[DONE]'

/** Whether the data of an event marks the end of the stream. */
export function isEndMark(data: string): boolean {
  return data.trim() === endMark
}

/** The path that is used while the user has typed none. */
export const knownTextPaths: TextPath = {
  textIn(data) {
    const { root, errorAt } = readJsonTree(data)
    if (root === null || errorAt !== null) return null
    for (const place of knownPlaces) {
      const node = jsonNodeAt(root, place)
      const text = node && textOf(node)
      if (text !== null) return text
    }
    return null
  },
}

/** Returns a value as text; null for objects, lists and null. Numbers and words are as they are written. */
export function textOf(node: JsonNode): string | null {
  return node.kind === 'string' || node.kind === 'number' || node.kind === 'boolean' ? node.text : null
}
