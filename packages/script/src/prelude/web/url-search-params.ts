/** URLSearchParams (WHATWG URL §6.2). */
export class URLSearchParams {
  #pairs: [string, string][] = []
  readonly #onChange: (text: string) => void

  constructor(source: unknown = '', onChange: (text: string) => void = () => {}) {
    this.#onChange = onChange
    if (typeof source === 'string') this.#pairs = parsePairs(source.replace(/^\?/, ''))
    else if (isIterable(source))
      this.#pairs = [...source].map(pair => {
        const [name, value] = isIterable(pair) ? [...pair] : []
        return [String(name), String(value)]
      })
    else this.#pairs = Object.entries(Object(source)).map(([name, value]) => [name, String(value)])
  }

  get size(): number {
    return this.#pairs.length
  }

  get(name: unknown): string | null {
    return this.#pairs.find(pair => pair[0] === String(name))?.[1] ?? null
  }

  getAll(name: unknown): string[] {
    return this.#pairs.filter(pair => pair[0] === String(name)).map(pair => pair[1])
  }

  has(name: unknown): boolean {
    return this.#pairs.some(pair => pair[0] === String(name))
  }

  append(name: unknown, value: unknown): void {
    this.#change([...this.#pairs, [String(name), String(value)]])
  }

  set(name: unknown, value: unknown): void {
    const at = this.#pairs.findIndex(pair => pair[0] === String(name))
    if (at === -1) {
      this.append(name, value)
      return
    }
    const others = this.#pairs.filter((pair, index) => index === at || pair[0] !== String(name))
    this.#change(others.map(pair => (pair[0] === String(name) ? [pair[0], String(value)] : pair)))
  }

  delete(name: unknown): void {
    this.#change(this.#pairs.filter(pair => pair[0] !== String(name)))
  }

  sort(): void {
    this.#change(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  }

  forEach(run: (value: string, name: string, params: URLSearchParams) => void): void {
    for (const [name, value] of this.#pairs) run(value, name, this)
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this.#pairs) yield name
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this.#pairs) yield value
  }

  *entries(): IterableIterator<[string, string]> {
    for (const [name, value] of this.#pairs) yield [name, value]
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries()
  }

  toString(): string {
    return this.#pairs.map(([name, value]) => `${encodeForm(name)}=${encodeForm(value)}`).join('&')
  }

  #change(pairs: [string, string][]): void {
    this.#pairs = pairs
    this.#onChange(this.toString())
  }
}

function parsePairs(text: string): [string, string][] {
  return text
    .split('&')
    .filter(piece => piece !== '')
    .map(piece => {
      const equals = piece.indexOf('=')
      const at = equals === -1 ? piece.length : equals
      return [decodeForm(piece.slice(0, at)), decodeForm(piece.slice(at + 1))]
    })
}

function encodeForm(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

function decodeForm(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}
