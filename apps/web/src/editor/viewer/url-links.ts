import type { EditorState, Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { type FoundUrl, urlAt, urlsIn } from '../../workbench/response/urls-in-text.ts'

/** What the links of a text need from its viewer. */
export interface UrlLinksOptions {
  open(url: string): void
  /** Whether the text of a line goes on in the next one. */
  isCut(line: number): boolean
}

/** Returns the URL at a position; null if there is none, or only the beginning of one. */
export function urlAtPosition(
  state: EditorState,
  position: number,
  isCut: UrlLinksOptions['isCut'],
): FoundUrl | null {
  const line = state.doc.lineAt(position)
  const found = urlAt(line.text, position - line.from)
  if (found === null || (found.to === line.length && isCut(line.number))) return null
  return { url: found.url, from: line.from + found.from, to: line.from + found.to }
}

const underlined = Decoration.mark({ class: 'cm-url' })
const clickable = Decoration.mark({ class: 'cm-url cm-url-clickable' })

/** Half a letter, and a little more. */
const besidePx = 8

/** The URLs that are underlined in a text. */
class UrlMarks {
  decorations: DecorationSet = Decoration.none
  readonly #view: EditorView
  readonly #options: UrlLinksOptions
  readonly #stop = new AbortController()
  #pointed: FoundUrl | null = null
  #isOver = false
  #isHeld = false

  constructor(view: EditorView, options: UrlLinksOptions) {
    this.#view = view
    this.#options = options
    const { signal } = this.#stop
    for (const type of ['keydown', 'keyup'] as const)
      window.addEventListener(type, event => this.#hold(event), { signal })
    window.addEventListener('blur', () => this.#mark(this.#pointed, false), { signal })
  }

  update({ docChanged, viewportChanged }: ViewUpdate): void {
    if (docChanged) this.#pointed = null
    if (docChanged || viewportChanged) this.decorations = this.#marks()
  }

  destroy(): void {
    this.#stop.abort()
  }

  point({ clientX: x, clientY: y, ctrlKey, metaKey }: MouseEvent): void {
    this.#isOver = true
    const at = this.#view.posAtCoords({ x, y })
    // Beside a line is the position of its end.
    const isBeside = at !== null && x > (this.#view.coordsAtPos(at)?.right ?? x) + besidePx
    const pointed = at === null || isBeside ? null : urlAtPosition(this.#view.state, at, this.#options.isCut)
    this.#mark(pointed, ctrlKey || metaKey)
  }

  leave(): void {
    this.#isOver = false
    this.#mark(null, false)
  }

  /** Returns whether a URL was opened. */
  click(event: MouseEvent): boolean {
    this.point(event)
    if (this.#pointed === null || !this.#isHeld) return false
    this.#options.open(this.#pointed.url)
    return true
  }

  #hold({ ctrlKey, metaKey }: KeyboardEvent): void {
    if (this.#isOver) this.#mark(this.#pointed, ctrlKey || metaKey)
  }

  #mark(pointed: FoundUrl | null, isHeld: boolean): void {
    if (pointed?.from === this.#pointed?.from && isHeld === this.#isHeld) return
    this.#pointed = pointed
    this.#isHeld = isHeld
    this.decorations = this.#marks()
    // Draws them.
    this.#view.dispatch({})
  }

  #marks(): DecorationSet {
    const { state, visibleRanges } = this.#view
    const pointed = this.#pointed
    if (!this.#isHeld)
      return pointed === null ? Decoration.none : Decoration.set(underlined.range(pointed.from, pointed.to))
    return Decoration.set(
      visibleRanges.flatMap(({ from, to }) =>
        urlsIn(state.sliceDoc(from, to)).map(url => clickable.range(from + url.from, from + url.to)),
      ),
    )
  }
}

/**
 * Opens a URL by a click with Ctrl or Cmd. The URL under the pointer is underlined, and while the key is held all that are
 * visible are.
 */
export function urlLinks(options: UrlLinksOptions): Extension {
  return ViewPlugin.define(view => new UrlMarks(view, options), {
    decorations: marks => marks.decorations,
    eventHandlers: {
      mousemove(event) {
        this.point(event)
      },
      mouseleave() {
        this.leave()
      },
      click(event) {
        return this.click(event)
      },
    },
    provide: () => theme,
  })
}

const theme = EditorView.baseTheme({
  '.cm-url': { textDecoration: 'underline', textUnderlineOffset: '2px' },
  '.cm-url-clickable': { cursor: 'pointer' },
})
