/** One line of a map block. */
export interface BruPair {
  readonly name: string
  readonly value: string
  /** False after a `~`. */
  readonly enabled: boolean
  /** Annotations before the pair, such as `@name('…')`; the last one of each name. */
  readonly annotations: ReadonlyMap<string, string>
}

/** One `name { … }` or `name [ … ]` of a `.bru` file. */
export interface BruBlock {
  readonly name: string
  /** The text of a text block, without its indentation. */
  readonly text: string
  readonly pairs: readonly BruPair[]
  /** The entries of a list block. */
  readonly entries: readonly string[]
  /** All lines inside the block, unchanged. */
  readonly lines: readonly string[]
}

const textBlocks =
  /^(?:body(?::(?:json|text|xml|sparql|graphql|graphql:vars))?|script:[\w-]+|tests|docs|hooks)$/

/** In nested blocks the name is followed by a colon. */
const blockStart = /^([A-Za-z](?:[\w:.-]*[\w.-])?)(?::(?=\s*[{[]\s*[}\]]?\s*$))?\s*([{[])\s*(.*?)\s*$/

/** Reads the blocks inside a block, and the lines outside of them. */
export function readInnerBlocks({ lines }: BruBlock) {
  const inner = lines.map(line => line.replace(/^ {2}/, ''))
  return { blocks: readBruBlocks(inner.join('\n')), pairs: readBruPairs(linesOutsideBlocks(inner)) }
}

function linesOutsideBlocks(lines: readonly string[]): readonly string[] {
  let isInside = false
  return lines.filter(line => {
    if (isInside) {
      isInside = !/^[}\]]\s*$/.test(line)
      return false
    }
    const start = blockStart.exec(line)
    isInside = start !== null && !/[}\]]$/.test(start[3] ?? '')
    return start === null
  })
}

/** Reads a `.bru` file. Text outside of blocks is ignored; an unclosed block extends to the end. */
export function readBruBlocks(source: string): readonly BruBlock[] {
  const lines = source.replace(/^\ufeff/, '').split(/\r?\n/)
  const blocks: BruBlock[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const [, name = '', bracket = '', inline = ''] = blockStart.exec(lines[at] ?? '') ?? []
    if (name === '') continue
    const closing = bracket === '{' ? '}' : ']'
    if (inline.endsWith(closing)) {
      const entries = bracket === '[' ? listEntries([inline.slice(0, -1)]) : []
      blocks.push({ name, text: '', pairs: [], entries, lines: [] })
      continue
    }
    let end = at + 1
    while (end < lines.length && (lines[end] ?? '').trimEnd() !== closing) end += 1
    const inner = [inline, ...lines.slice(at + 1, end)].slice(inline === '' ? 1 : 0)
    const isText = bracket === '{' && textBlocks.test(name)
    blocks.push({
      name,
      text: isText ? inner.map(line => line.replace(/^ {2}/, '')).join('\n') : '',
      pairs: isText || bracket === '[' ? [] : readBruPairs(inner),
      entries: bracket === '[' ? listEntries(inner) : [],
      lines: inner,
    })
    at = end
  }
  return blocks
}

function listEntries(lines: readonly string[]): readonly string[] {
  return lines
    .flatMap(line => line.split(','))
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
}

/** Reads the lines `name: value` of a block. */
export function readBruPairs(lines: readonly string[]): readonly BruPair[] {
  const pairs: BruPair[] = []
  let annotations = new Map<string, string>()
  let at = 0
  const takeText = (first: string): string => {
    if (!first.startsWith("'''")) return first
    const closed = /^'''(.*)'''/.exec(first)
    if (closed) return closed[1] ?? ''
    const text: string[] = first === "'''" ? [] : [first.slice(3)]
    while (at < lines.length && !(lines[at] ?? '').includes("'''")) {
      text.push((lines[at] ?? '').replace(/^ {4}/, ''))
      at += 1
    }
    const last = (lines[at] ?? '').split("'''")
    at += 1
    if ((last[0] ?? '').trim() !== '') text.push((last[0] ?? '').replace(/^ {4}/, ''))
    return `${text.join('\n')}${(last[1] ?? '').trim().startsWith('@') ? ` ${(last[1] ?? '').trim()}` : ''}`
  }
  while (at < lines.length) {
    const line = (lines[at] ?? '').trim()
    at += 1
    const annotation = /^@(\w+)(?:\((.*?)\)?)?$/s.exec(line)
    if (annotation) {
      const value = takeText(annotation[2] ?? '')
      annotations.set(annotation[1] ?? '', value.replace(/^'(.*)'$/s, '$1').trim())
      continue
    }
    const [, mark = '', quoted, plain = '', value = ''] =
      /^(~?)(?:"((?:[^"\\]|\\.)*)"\s*|([^:]*)):(.*)$/.exec(line) ?? []
    const name = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1')
    const rest = value.trim()
    if (line === '' || (name === '' && rest === '')) continue
    pairs.push({ name, value: rest === '[' ? takeList() : takeText(rest), enabled: mark === '', annotations })
    annotations = new Map()
  }
  return pairs

  function takeList(): string {
    const entries: string[] = []
    while (at < lines.length && (lines[at] ?? '').trim() !== ']') {
      entries.push((lines[at] ?? '').trim().replace(/,$/, ''))
      at += 1
    }
    at += 1
    return entries.join('\n')
  }
}
