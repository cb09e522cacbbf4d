import type { SelectedText } from './text-steps.ts'

/** A part of a text. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** The text of an editable element by offsets, however the browser has cut it into nodes. */
export class EditableText {
  readonly element: HTMLElement

  constructor(element: HTMLElement) {
    this.element = element
  }

  get text(): string {
    return this.element.textContent ?? ''
  }

  /** The part of the text between two points of the document; null if one is outside. */
  rangeOf({ startContainer, startOffset, endContainer, endOffset }: AbstractRange): TextRange | null {
    const from = this.#offsetOf(startContainer, startOffset)
    const to = this.#offsetOf(endContainer, endOffset)
    return from === null || to === null ? null : { from, to }
  }

  /** What is selected in the text; null if the selection is elsewhere. */
  selected(): Pick<SelectedText, 'anchor' | 'head'> | null {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {}
    const anchor = this.#offsetOf(anchorNode ?? null, anchorOffset ?? 0)
    const head = this.#offsetOf(focusNode ?? null, focusOffset ?? 0)
    return anchor === null || head === null ? null : { anchor, head }
  }

  select(anchor: number, head: number): void {
    getSelection()?.setBaseAndExtent(...this.#pointAt(anchor), ...this.#pointAt(head))
  }

  /** Where the cursor is drawn at an offset. */
  cursorBox(offset: number): DOMRect {
    const range = document.createRange()
    range.setStart(...this.#pointAt(offset))
    return range.getBoundingClientRect()
  }

  #offsetOf(node: Node | null, offset: number): number | null {
    if (node === null || !this.element.contains(node)) return null
    const before = document.createRange()
    before.setStart(this.element, 0)
    before.setEnd(node, offset)
    return before.toString().length
  }

  #pointAt(offset: number): readonly [Node, number] {
    const texts = document.createTreeWalker(this.element, NodeFilter.SHOW_TEXT)
    let start = 0
    let last: readonly [Node, number] = [this.element, 0]
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const length = node.nodeValue?.length ?? 0
      if (offset <= start + length) return [node, offset - start]
      start += length
      last = [node, length]
    }
    return last
  }
}
