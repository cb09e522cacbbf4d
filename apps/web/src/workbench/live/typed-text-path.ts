import { compileJsonPath } from '@parley/engine/json-query'
import { isEndMark, type ReadPath, textOf } from './text-path.ts'

/** Reads a path as the user types it: a JSONPath (RFC 9535) whose `$` may be left out. */
export function readTextPath(typed: string): ReadPath {
  const text = typed.trim()
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
