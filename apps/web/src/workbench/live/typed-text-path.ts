import { jsonNodeAt } from '@parley/engine'
import { compileJsonPath } from '@parley/engine/json-query'
import { type JsonNode, readJsonTree } from '@parley/model'
import { isEndMark, type ReadPath, type TextPath, textOf } from './text-path.ts'

/** Where streams of language models have their text; the first place with a text is used. */
const knownPlaces = [
  ['choices', 0, 'delta', 'content'],
  ['delta', 'text'],
  ['message', 'content'],
] as const
/** The event of the Responses API that has text; others have arguments of calls in the same member. */
const textEvent = 'response.output_text.delta'
/** The text of Gemini may be in several parts, and some of them may be thoughts. */
const textParts = compileJsonPath('$.candidates[0].content.parts[?@.thought != true].text')

/** The path that is used while the user has typed none. */
export const knownTextPaths: TextPath = {
  textIn(data) {
    const { root, errorAt } = readJsonTree(data)
    if (root === null || errorAt !== null) return null
    const textAt = (place: Parameters<typeof jsonNodeAt>[1]) => {
      const node = jsonNodeAt(root, place)
      return node && textOf(node)
    }
    for (const place of knownPlaces) {
      const text = textAt(place)
      if (text !== null) return text
    }
    if (textAt(['type']) === textEvent) return textAt(['delta'])
    return jsonNodeAt(root, ['candidates', 0]) === null || !textParts.isValid
      ? null
      : joinedTexts(textParts.query.matches(data))
  },
}

/** Reads a path as the user types it: a JSONPath (RFC 9535) whose `$` may be left out; empty: the known places. */
export function readTextPath(typed: string): ReadPath {
  const text = typed.trim()
  if (text === '') return { isRead: true, path: knownTextPaths }
  const added = text.startsWith('$') ? '' : text.startsWith('[') ? '$' : '$.'
  const compiled = compileJsonPath(`${added}${text}`)
  if (!compiled.isValid) {
    const at = Math.max(1, compiled.position - added.length + 1)
    return { isRead: false, problem: `Invalid JSONPath at character ${at}: ${compiled.reason}.` }
  }
  const { query } = compiled
  const isWhole = text === '$'
  return {
    isRead: true,
    path: {
      textIn(data) {
        const matches = query.matches(data)
        return matches === null && isWhole && !isEndMark(data) ? data : joinedTexts(matches)
      },
    },
  }
}

function joinedTexts(nodes: readonly JsonNode[] | null): string | null {
  const texts = nodes?.flatMap(node => textOf(node) ?? []) ?? []
  return texts.length === 0 ? null : texts.join('')
}
