import { jsonNodeAt } from '@parley/engine'
import { compileJsonPath } from '@parley/engine/json-query'
import { readJsonTree } from '@parley/model'
import { isEndMark, type ReadPath, type TextPath, textOf } from './text-path.ts'

/** Where streams of language models have their text; the first place with a text is used. */
const knownPlaces = [
  ['choices', 0, 'delta', 'content'],
  ['delta', 'text'],
  ['message', 'content'],
] as const

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

/** Reads a path as the user types it: a JSONPath (RFC 9535) whose `$` may be left out; empty: the known places. */
export function readTextPath(typed: string): ReadPath {
  const text = typed.trim()
  if (text === '') return { isRead: true, path: knownTextPaths }
  const added = text.startsWith('$') ? '' : text.startsWith('[') ? '$' : '$.'
  const compiled = compileJsonPath(`${added}${text}`)
  if (!compiled.isValid) {
    const at = Math.max(1, compiled.position - added.length + 1)
    return { isRead: false, problem: `Not a JSONPath at character ${at}: ${compiled.reason}.` }
  }
  const { query } = compiled
  const isWhole = text === '$'
  return {
    isRead: true,
    path: {
      textIn(data) {
        const matches = query.matches(data)
        if (matches === null) return isWhole && !isEndMark(data) ? data : null
        const texts = matches.flatMap(node => textOf(node) ?? [])
        return texts.length === 0 ? null : texts.join('')
      },
    },
  }
}
