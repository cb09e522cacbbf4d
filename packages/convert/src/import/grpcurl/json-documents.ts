/**
 * Splits the messages of a stream, which follow each other as JSON documents. The text may contain `{{variables}}`. A text that
 * does not consist of whole objects is returned as it is.
 */
export function jsonDocuments(text: string): readonly string[] {
  const documents: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: piece, index } of text.matchAll(/"(?:[^"\\]|\\[\s\S])*"?|[{}]/g)) {
    if (piece === '{') {
      if (depth === 0 && text.slice(start, index).trim() !== '') return [text]
      depth += 1
    } else if (piece === '}') {
      depth -= 1
      if (depth < 0) return [text]
      if (depth > 0) continue
      documents.push(text.slice(start, index + 1).trim())
      start = index + 1
    } else if (depth === 0) return [text]
  }
  return depth === 0 && documents.length > 0 && text.slice(start).trim() === '' ? documents : [text]
}
