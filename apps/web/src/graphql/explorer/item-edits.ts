import { type ASTNode, type Location, type Token, TokenKind } from 'graphql'
import type { TextEdit } from '../language/text-range.ts'

/** Returns the place of a node. Documents are always parsed with places. */
export function locationOf(node: ASTNode): Location {
  if (node.loc === undefined) throw new Error('The document was parsed without places.')
  return node.loc
}

/** Returns the line break of a text. */
export function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** Returns the white space that the line of a position begins with. */
export function indentAt(text: string, position: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', position - 1), text.lastIndexOf('\r', position - 1)) + 1
  return /^[ \t]*/.exec(text.slice(lineStart, position))?.[0] ?? ''
}

/** Returns one more level of indentation, in the style of an existing one. */
export function indentUnitOf(indent: string): string {
  return indent.includes('\t') ? '\t' : '  '
}

/** Returns whether only white space is before a position on its line. */
export function beginsLine(text: string, position: number): boolean {
  return /(?:^|[\r\n])[ \t]*$/.test(text.slice(0, position))
}

/** Returns where an item is added after a node: behind its commas, and behind a comment on its line. */
export function placeAfter(text: string, node: ASTNode): number {
  const { end, endToken } = locationOf(node)
  const { next } = endToken
  if (next?.kind === TokenKind.COMMENT && next.line === endToken.line) return next.end
  return end + (/^(?:[ \t]*,)*/.exec(text.slice(end))?.[0].length ?? 0)
}

/** Returns the edit that takes a node out, with the line or the spaces that it was on. */
export function removalOf(text: string, node: ASTNode): TextEdit {
  const { start, end, startToken, endToken } = locationOf(node)
  const to = end + (/^(?:[ \t]*,)*/.exec(text.slice(end))?.[0].length ?? 0)
  const isBeforeComment = isCommentOnLine(endToken.next, endToken)
  if (isBeforeComment) return { from: start, to: end, insert: '' }
  if (!beginsLine(text, start)) {
    const from = start - (/[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0)
    const joins = /\w/.test(text[from - 1] ?? '') && /\w/.test(text[to] ?? '')
    return { from, to, insert: joins ? ' ' : '' }
  }
  const endsLine = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(to))
  if (startToken.prev?.kind === TokenKind.COMMENT && !endsLine) return { from: start, to, insert: '' }
  const lineStart = start - (/(?:\r\n|\r|\n)?[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0)
  const joins = /\w/.test(text[lineStart - 1] ?? '') && /\w/.test(text[to] ?? '')
  return { from: lineStart, to, insert: joins ? ' ' : '' }
}

function isCommentOnLine(token: Token | null, { line }: Token): boolean {
  return token?.kind === TokenKind.COMMENT && token.line === line
}
