import { JsonTokenizer } from '@parley/model'

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
    const start = text.length - text.trimStart().length
    this.#way = [{ step: '', start, end: text.trimEnd().length, container: null }]
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

/** Finds the direct children of the container that begins at a position; none if it is no container. */
function readContainer(text: string, open: number): Container {
  const bounds: number[] = []
  const keys = text[open] === '{' ? new Map<string, number>() : null
  const tokenizer = new JsonTokenizer({ allowsAnyString: true })
  tokenizer.write(text.slice(open))
  tokenizer.finish()
  for (let token = tokenizer.next(); tokenizer.depth > 0 && token !== 'fault'; token = tokenizer.next()) {
    const isOpening = token === 'openObject' || token === 'openArray'
    if (tokenizer.depth > 2 || (tokenizer.depth === 2 && !isOpening)) continue
    const { from, to } = tokenizer
    if (token === 'key') keys?.set(String(JSON.parse(tokenizer.text())), bounds.length / 2)
    else if (tokenizer.depth === 2) bounds.push(open + from)
    else if (token === 'closeObject' || token === 'closeArray') bounds.push(open + to)
    else if (!isOpening && token !== 'colon' && token !== 'comma') bounds.push(open + from, open + to)
  }
  return { bounds, keys }
}
