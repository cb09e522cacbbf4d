import { xmlTagLength } from '@parley/engine/printers'

/** A row of the tree of an XML document. Nothing in its texts is replaced, so that no entity expands. */
export interface XmlNode {
  readonly kind: 'element' | 'text' | 'comment' | 'cdata' | 'instruction'
  readonly depth: number
  /** Of an element; empty for the others. */
  readonly name: string
  /** The attributes of an element as they are written; empty for the others. */
  readonly attributes: string
  /** Its own text; of an element that has nothing but a text, that text. */
  readonly text: string
  /** The index after that of its last descendant. */
  readonly end: number
}

export interface XmlNodes {
  /** In the order of the document; descendants follow their element. */
  readonly nodes: readonly XmlNode[]
  /** Whether the document has more nodes than are read. */
  readonly isCut: boolean
}

/** The most nodes that are read. */
export const mostXmlNodes = 100_000

/** Reads XML in one pass, and fetches nothing. Returns null if the text is not well-formed, as far as it is read. */
export function readXmlNodes(text: string): XmlNodes | null {
  return new XmlReading(text).read()
}

const blanks = ' \n\t\r'

const marked = [
  ['comment', '<!--', '-->'],
  ['cdata', '<![CDATA[', ']]>'],
  ['instruction', '<?', '?>'],
] as const

class XmlReading {
  readonly #text: string
  readonly #nodes: XmlNode[] = []
  /** The indexes of the elements that are open. */
  readonly #open: number[] = []
  #hasElement = false

  constructor(text: string) {
    this.#text = text
  }

  read(): XmlNodes | null {
    for (let at = this.#text.startsWith('\ufeff') ? 1 : 0; at < this.#text.length; ) {
      if (this.#nodes.length >= mostXmlNodes) return this.#end(true)
      const mark = this.#text.indexOf('<', at)
      const end = mark < 0 ? this.#text.length : mark
      if (!this.#takeText(this.#text.slice(at, end))) return null
      const next: number | null = mark < 0 ? end : this.#takeMark(mark)
      if (next === null) return null
      at = next
    }
    return this.#open.length === 0 && this.#hasElement ? this.#end(false) : null
  }

  #end(isCut: boolean): XmlNodes {
    while (this.#open.length > 0) this.#close()
    return { nodes: this.#nodes, isCut }
  }

  #add(node: Partial<XmlNode> & Pick<XmlNode, 'kind'>): void {
    const end = this.#nodes.length + 1
    this.#nodes.push({ name: '', attributes: '', text: '', depth: this.#open.length, end, ...node })
  }

  /** Returns false for a text outside of all elements. */
  #takeText(text: string): boolean {
    if (text.trim() === '') return true
    if (this.#open.length === 0) return false
    this.#add({ kind: 'text', text: text.trim() })
    return true
  }

  /** Takes what begins with a `<`. Returns its end; null if it has none, or is not XML. */
  #takeMark(at: number): number | null {
    for (const [kind, start, end] of marked) {
      if (!this.#text.startsWith(start, at)) continue
      const to = this.#text.indexOf(end, at + start.length)
      if (to < 0 || (kind === 'cdata' && this.#open.length === 0)) return null
      this.#add({ kind, text: this.#text.slice(at, to + end.length) })
      return to + end.length
    }
    const length = xmlTagLength(this.#text, at)
    return length !== null && this.#takeTag(this.#text.slice(at + 1, at + length - 1)) ? at + length : null
  }

  /** Takes a tag without its brackets. Returns false if it is not XML. */
  #takeTag(tag: string): boolean {
    if (tag.startsWith('!')) this.#add({ kind: 'instruction', text: `<${tag}>` })
    else if (tag.startsWith('/')) return this.#close() === tag.slice(1).trimEnd()
    else {
      const isEmpty = tag.endsWith('/')
      const content = isEmpty ? tag.slice(0, -1) : tag
      let end = 0
      while (end < content.length && !blanks.includes(content[end] ?? '')) end += 1
      if (end === 0) return false
      const name = content.slice(0, end)
      this.#hasElement = true
      this.#add({ kind: 'element', name, attributes: content.slice(end).trim() })
      if (!isEmpty) this.#open.push(this.#nodes.length - 1)
    }
    return true
  }

  /** Closes the innermost element and returns its name; null if none is open. */
  #close(): string | null {
    const index = this.#open.pop()
    const element = this.#nodes[index ?? -1]
    if (index === undefined || element === undefined) return null
    const [only, ...others] = this.#nodes.slice(index + 1, index + 3)
    const isText = only?.kind === 'text' && others.length === 0
    if (isText) this.#nodes.pop()
    this.#nodes[index] = { ...element, text: isText ? only.text : '', end: this.#nodes.length }
    return element.name
  }
}

/** The rows of a tree that are shown while some of its elements are closed: their indexes among the nodes. */
export function shownXmlRows(nodes: readonly XmlNode[], closed: ReadonlySet<number>): readonly number[] {
  const shown: number[] = []
  for (let index = 0; index < nodes.length; ) {
    shown.push(index)
    index = closed.has(index) ? (nodes[index]?.end ?? nodes.length) : index + 1
  }
  return shown
}

/** A piece of the attributes of an element: in quotes, or not. */
export interface AttributePiece {
  readonly text: string
  readonly isValue: boolean
}

/** Returns the pieces of attributes as they are written, so that their values can look different. */
export function attributePieces(attributes: string): readonly AttributePiece[] {
  const pieces: AttributePiece[] = []
  for (let at = 0; at < attributes.length; ) {
    const quote = attributes[at] ?? ''
    const isValue = isQuote(quote)
    let to = at + 1
    while (to < attributes.length && !(isValue ? attributes[to] === quote : isQuote(attributes[to]))) to += 1
    if (isValue) to += 1
    pieces.push({ text: attributes.slice(at, to), isValue })
    at = to
  }
  return pieces
}

const isQuote = (character: string | undefined) => character === '"' || character === "'"
