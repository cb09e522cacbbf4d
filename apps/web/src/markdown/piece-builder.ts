import type { MarkdownAttributes, MarkdownElement, MarkdownNode, MarkdownTag } from './markdown-node.ts'

/** What a piece may cost to draw: an element costs 1, and so does a text of up to 33 characters. */
const pieceCost = 60

/** A piece ends before one of these where it has cost this much, so that few elements go on in the next piece. */
const fullCost = 30
const blocks: ReadonlySet<MarkdownTag> = new Set(['blockquote', 'h2', 'h3', 'h4', 'li', 'p', 'pre', 'tr'])

/** Deeper elements are left out and their content stays: nesting without end would crash the browser's layout. */
const deepest = 32

const longestText = 1_000

interface OpenElement extends MarkdownElement {
  readonly children: MarkdownNode[]
  goesOn?: boolean
}

/**
 * Builds formatted Markdown as pieces of about equal cost, so that a page can draw any number of them one by one.
 * An element that does not fit into one piece goes on in the next.
 */
export class PieceBuilder {
  readonly #pieces: string[] = []
  #nodes: MarkdownNode[] = []
  #path: OpenElement[] = []
  #tooDeep = 0
  #cost = 0

  open(tag: MarkdownTag, attributes: MarkdownAttributes = {}): void {
    if (this.#path.length >= deepest) {
      this.#tooDeep += 1
      return
    }
    if (blocks.has(tag) && this.#cost >= fullCost) this.#cut()
    this.#makeRoom(1)
    this.#add({ tag, ...attributes, children: [] })
  }

  /** Ends the element that was opened last. */
  close(): void {
    if (this.#tooDeep > 0) this.#tooDeep -= 1
    else this.#path.pop()
  }

  text(text: string): void {
    const before = this.#inner().at(-1)
    if (typeof before === 'string' && before.length + text.length < 33) {
      this.#inner().splice(-1, 1, before + text)
      return
    }
    for (const part of splitText(text, longestText)) {
      this.#makeRoom(Math.ceil(part.length / 33))
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

  #makeRoom(cost: number): void {
    if (this.#cost > 0 && this.#cost + cost > pieceCost) this.#cut()
    this.#cost += cost
  }

  /** Ends the piece. The elements that are open go on in the next one, those without content move there. */
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
    for (const element of path.slice(0, kept)) element.goesOn = true
    if (this.#nodes.length > 0) this.#pieces.push(JSON.stringify(this.#nodes))
    this.#nodes = []
    this.#path = []
    this.#cost = 0
    for (const element of next) this.#add(element)
  }
}

function continuation({ tag, href, start, align, children }: OpenElement, isInItem: boolean): OpenElement {
  const items = children.filter(child => typeof child !== 'string').length - (isInItem ? 1 : 0)
  return {
    tag,
    ...(href === undefined ? {} : { href }),
    ...(start === undefined ? {} : { start: start + items }),
    ...(align === undefined ? {} : { align }),
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
