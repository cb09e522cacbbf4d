/** The position of a value in a text: `[start, end)` in characters. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/** The positions of the values of an object or a list. */
interface Container {
  /** The bounds of the values one after another: start, end, start, end. */
  readonly bounds: readonly number[]
  /** For an object, the index of the value of each key; the last one of equal keys. */
  readonly keys: ReadonlyMap<string, number> | null
}

interface Level extends TextSpan {
  readonly step: string | number
  container: Container | null
}

/**
 * Finds the text of values in a JSON text by their location, so that they can be shown as written: numbers
 * with all their digits, keys in their order. If locations arrive in the order of the text, finding all of
 * them takes one pass for each level of nesting. The text must be JSON.
 */
export class JsonSpans {
  readonly #text: string
  /** The path to the most recently requested value, beginning with the whole text. */
  readonly #way: Level[]

  constructor(text: string) {
    this.#text = text
    const start = skipSpace(text, 0)
    this.#way = [{ step: '', start, end: endOfValue(text, start), container: null }]
  }

  /** Returns null if there is no value at the location. */
  spanOf(location: readonly (string | number)[]): TextSpan | null {
    let depth = 0
    while (depth < location.length && this.#way[depth + 1]?.step === location[depth]) depth += 1
    this.#way.length = depth + 1
    for (const step of location.slice(depth)) {
      const next = this.#step(step)
      if (next === null) return null
      this.#way.push(next)
    }
    return this.#way.at(-1) ?? null
  }

  #step(step: string | number): Level | null {
    const level = this.#way.at(-1)
    if (level === undefined) return null
    level.container ??= readContainer(this.#text, level.start)
    const { bounds, keys } = level.container
    const place = typeof step === 'number' ? step : keys?.get(step)
    if (place === undefined) return null
    const start = bounds[2 * place]
    const end = bounds[2 * place + 1]
    return start === undefined || end === undefined ? null : { step, start, end, container: null }
  }
}

function readContainer(text: string, open: number): Container {
  const bounds: number[] = []
  const keys = text[open] === '{' ? new Map<string, number>() : null
  if (keys === null && text[open] !== '[') return { bounds, keys }
  let at = skipSpace(text, open + 1)
  while (at < text.length && text[at] !== ']' && text[at] !== '}') {
    if (keys !== null) {
      const keyEnd = endOfString(text, at)
      keys.set(String(JSON.parse(text.slice(at, keyEnd))), bounds.length / 2)
      at = skipSpace(text, skipSpace(text, keyEnd) + 1)
    }
    const end = endOfValue(text, at)
    bounds.push(at, end)
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return { bounds, keys }
}

function endOfValue(text: string, start: number): number {
  const first = text[start]
  if (first === '"') return endOfString(text, start)
  if (first !== '{' && first !== '[') {
    scalarEnd.lastIndex = start
    return scalarEnd.exec(text)?.index ?? text.length
  }
  let depth = 0
  for (let at = start; at < text.length; ) {
    const code = text.charCodeAt(at)
    at = code === quote ? endOfString(text, at) : at + 1
    if (code === openBrace || code === openBracket) depth += 1
    else if (code === closeBrace || code === closeBracket) depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

/** Returns the offset after the closing quote of a string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const at = text.indexOf('"', from)
    if (at === -1) return text.length
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return at + 1
    from = at + 1
  }
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const scalarEnd = /[\s,\]}]/g
const notSpace = /[^ \t\r\n]/g

function skipSpace(text: string, from: number): number {
  notSpace.lastIndex = from
  return notSpace.exec(text)?.index ?? text.length
}
