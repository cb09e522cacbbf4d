import { type Token, TokenKind } from 'graphql'

const operationKeywords: ReadonlySet<string> = new Set(['query', 'mutation', 'subscription'])

/** Returns whether a token begins a field or a fragment in a selection. */
export function isSelectionStart(token: Token, previous: Token, beforePrevious: Token | null): boolean {
  if (token.kind === TokenKind.SPREAD) return true
  if (token.kind !== TokenKind.NAME) return false
  if ([TokenKind.COLON, TokenKind.AT, TokenKind.SPREAD].includes(previous.kind)) return false
  return !(previous.value === 'on' && beforePrevious?.kind === TokenKind.SPREAD)
}

const itemStarts: ReadonlySet<TokenKind> = new Set([
  TokenKind.DOLLAR,
  TokenKind.NAME,
  TokenKind.INT,
  TokenKind.FLOAT,
  TokenKind.STRING,
  TokenKind.BLOCK_STRING,
  TokenKind.BRACKET_L,
  TokenKind.BRACE_L,
])

const noItemAfter: ReadonlySet<TokenKind> = new Set([
  TokenKind.COLON,
  TokenKind.DOLLAR,
  TokenKind.EQUALS,
  TokenKind.AT,
])

/** Returns whether a token begins an argument, a variable, a value of a list or a field of an object. */
export function isItemStart(token: Token, previous: Token): boolean {
  return itemStarts.has(token.kind) && !noItemAfter.has(previous.kind)
}

const noSpaceBefore: ReadonlySet<TokenKind> = new Set([
  TokenKind.COLON,
  TokenKind.BANG,
  TokenKind.PAREN_R,
  TokenKind.BRACKET_R,
])

const noSpaceAfter: ReadonlySet<TokenKind> = new Set([
  TokenKind.PAREN_L,
  TokenKind.BRACKET_L,
  TokenKind.DOLLAR,
  TokenKind.AT,
])

/** Returns whether a space separates two tokens on a line. `isInSelection`: not within a list or an object. */
export function needsSpace(
  token: Token,
  previous: Token,
  beforePrevious: Token | null,
  isInSelection: boolean,
): boolean {
  if (noSpaceBefore.has(token.kind) || noSpaceAfter.has(previous.kind)) return false
  const isObjectEdge = token.kind === TokenKind.BRACE_R || previous.kind === TokenKind.BRACE_L
  if (isObjectEdge && !isInSelection) return false
  if (token.kind === TokenKind.PAREN_L)
    return (
      operationKeywords.has(previous.value) &&
      (beforePrevious?.kind ?? TokenKind.BRACE_R) === TokenKind.BRACE_R
    )
  if (previous.kind === TokenKind.SPREAD) return token.kind !== TokenKind.NAME || token.value === 'on'
  return true
}
