/** One link of `tool.response.json().`: a name, and whether it is called. */
export interface ChainLink {
  readonly name: string
  readonly isCalled: boolean
}

/** A name that is being typed, and the chain before its dot. */
export interface ScriptChain {
  readonly links: readonly ChainLink[]
  /** Where the name begins; it may be empty. */
  readonly from: number
}

/** The chain that ends at the end of a script's text; null inside strings and if there is none. */
export function scriptChainAt(text: string): ScriptChain | null {
  const from = startOfName(text, text.length)
  if (isDigit(text[from])) return null
  const links: ChainLink[] = []
  let end = from
  while (text[end - 1] === '.' || text.slice(end - 2, end) === '?.') {
    end -= text[end - 2] === '?' ? 2 : 1
    end = trimmedEnd(text, end)
    const link = linkBefore(text, end)
    if (link === null) return null
    links.push({ name: link.name, isCalled: link.isCalled })
    end = link.start
    // Only a dot continues a chain over a line break.
    if (text[trimmedEnd(text, end) - 1] === '.') end = trimmedEnd(text, end)
  }
  return { links: links.toReversed(), from }
}

function trimmedEnd(text: string, end: number): number {
  return text.slice(0, end).trimEnd().length
}

function linkBefore(text: string, end: number): (ChainLink & { readonly start: number }) | null {
  const isCalled = text[end - 1] === ')'
  const nameEnd = isCalled ? openingBefore(text, end - 1) : end
  const start = startOfName(text, nameEnd)
  return start === nameEnd ? null : { name: text.slice(start, nameEnd), isCalled, start }
}

/** Returns where the name begins that ends at `end`. An expression with `$` would begin at each character. */
function startOfName(text: string, end: number): number {
  let start = end
  while (start > 0 && /[\w$]/.test(text[start - 1] ?? '')) start -= 1
  return start
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}

/**
 * Returns the position of the bracket that matches the one at `close`, ignoring strings; 0 if there is none.
 */
function openingBefore(text: string, close: number): number {
  let depth = 0
  for (let index = close; index >= 0; index -= 1) {
    const character = text[index] ?? ''
    if (`'"\``.includes(character)) index = Math.max(0, text.lastIndexOf(character, index - 1))
    else if (character === ')') depth += 1
    else if (character === '(') {
      depth -= 1
      if (depth === 0) return index
    }
  }
  return 0
}
