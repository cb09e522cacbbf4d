import type { MarkdownAttributes, MarkdownElement, MarkdownNode, MarkdownTag } from './markdown-node.ts'

interface Size {
  /** Elements and texts. */
  readonly nodes: number
  readonly characters: number
}

/** The maximum of a piece. A table may be larger, because its columns line up only within one piece. */
const largest: Size = { nodes: 60, characters: 2_000 }
const largestOfTable: Size = { nodes: 400, characters: 6_000 }

/** A piece of this size ends before one of these elements, so that few of them continue in the next piece. */
const full: Size = { nodes: 30, characters: 1_000 }
const blocks: ReadonlySet<MarkdownTag> = new Set(['blockquote', 'h2', 'h3', 'h4', 'li', 'p', 'pre', 'table'])

/**
 * Deeper elements are dropped and their content kept, because endless nesting would crash the browser's
 * layout.
 */
const deepest = 32

const longestText = 1_000

/** Adjacent texts are joined up to this length, because each line break in Markdown is a separate text. */
const shortText = 100

interface OpenElement extends MarkdownElement {
  readonly children: MarkdownNode[]
  continues?: boolean
}

/**
 * Builds formatted Markdown in pieces of similar cost, so that a page can render any number of them one by
 * one. An element that does not fit continues in the next piece.
 */
export class PieceBuilder {
  readonly #pieces: string[] = []
  #nodes: MarkdownNode[] = []
  #path: OpenElement[] = []
  #tooDeep = 0
  #nodeCount = 0
  #characterCount = 0

  open(tag: MarkdownTag, attributes: MarkdownAttributes = {}): void {
    if (this.#path.length >= deepest) {
      this.#tooDeep += 1
      return
    }
    if (blocks.has(tag) && this.#isOver(full)) this.#cut()
    this.#makeRoom(0)
    this.#add({ tag, ...attributes, children: [] })
  }

  /** Ends the element that was opened last. */
  close(): void {
    if (this.#tooDeep > 0) this.#tooDeep -= 1
    else this.#path.pop()
  }

  text(text: string): void {
    const before = this.#inner().at(-1)
    if (typeof before === 'string' && before.length + text.length < shortText) {
      this.#characterCount += text.length
      this.#inner().splice(-1, 1, before + text)
      return
    }
    for (const part of splitText(text, longestText)) {
      this.#makeRoom(part.length)
      this.#inner().push(part)
    }
  }

  /** The pieces, each a list of `MarkdownNode`s as JSON. */
  finish(): readonly string[] {
    this.#path = []
    this.#cut()
    return this.#pieces
  }

  #inner(): MarkdownNode[] {
    return this.#path.at(-1)?.children ?? this.#nodes
  }

  #add(element: OpenElement): void {
    this.#inner().push(element)
    this.#path.push(element)
  }

  /** Ends the piece where one more node with these characters does not fit into it. */
  #makeRoom(characters: number): void {
    const isInTable = this.#path.some(element => element.tag === 'table')
    this.#nodeCount += 1
    this.#characterCount += characters
    if (!this.#isOver(isInTable ? largestOfTable : largest)) return
    this.#cut()
    this.#nodeCount = 1
    this.#characterCount = characters
  }

  #isOver({ nodes, characters }: Size): boolean {
    return this.#nodeCount > nodes || this.#characterCount > characters
  }

  /** Ends the piece. Open elements continue in the next one; those without content move there. */
  #cut(): void {
    const path = this.#path
    let kept = path.length
    while (kept > 0 && path[kept - 1]?.children.length === 0) {
      kept -= 1
      const parent = kept === 0 ? this.#nodes : path[kept - 1]?.children
      parent?.pop()
    }
    const next = path.map((element, depth) =>
      depth < kept ? continuation(element, path[depth + 1]?.tag === 'li') : element,
    )
    for (const element of path.slice(0, kept)) element.continues = true
    if (this.#nodes.length > 0) this.#pieces.push(JSON.stringify(this.#nodes))
    this.#nodes = []
    this.#path = []
    this.#nodeCount = 0
    this.#characterCount = 0
    for (const element of next) this.#add(element)
  }
}

function continuation(
  { tag, href, start, align, language, children }: OpenElement,
  isInItem: boolean,
): OpenElement {
  const items = children.filter(child => typeof child !== 'string').length - (isInItem ? 1 : 0)
  return {
    tag,
    ...(href === undefined ? {} : { href }),
    ...(start === undefined ? {} : { start: start + items }),
    ...(align === undefined ? {} : { align }),
    ...(language === undefined ? {} : { language }),
    isContinued: true,
    children: [],
  }
}

/** The text in parts of at most `length` UTF-16 units, which end at line breaks where they can. */
export function splitText(text: string, length: number): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const part = text.slice(from, from + length)
    const isLast = from + length >= text.length
    const end = isLast ? part.length : part.lastIndexOf('\n') + 1 || wholeCharacters(part)
    parts.push(part.slice(0, end))
    from += end
  }
  return parts
}

/** The length without half a character at the end. */
function wholeCharacters(part: string): number {
  return /[\ud800-\udbff]$/.test(part) ? part.length - 1 : part.length
}
