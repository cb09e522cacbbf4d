import { changeBetween } from '../../workbench/change-between.ts'

/** A text and what is selected in it, from where the selection began to the cursor. */
export interface SelectedText {
  readonly text: string
  readonly anchor: number
  readonly head: number
}

/** What one undo takes back. */
export interface TextStep {
  readonly before: SelectedText
  readonly after: SelectedText
}

/** How a text was changed; typed and deleted letters are undone together with those next to them. */
export type ChangeKind = 'typing' | 'deletion' | 'composition' | 'other'

/** The pause after which typing begins a new step, as in the editor. */
const pauseMs = 500

interface LatestChange {
  readonly kind: ChangeKind
  readonly timeMs: number
  /** The changed part of the text as it is now. */
  readonly from: number
  readonly to: number
}

/** A text, its selection, and the steps that led to it. */
export class TextSteps {
  /** The text before all steps. */
  readonly begun: string
  #current: SelectedText
  readonly #done: TextStep[] = []
  #undone: TextStep[] = []
  #latest: LatestChange | null = null

  constructor(begun: string) {
    this.begun = begun
    this.#current = { text: begun, anchor: 0, head: 0 }
  }

  get current(): SelectedText {
    return this.#current
  }

  get done(): readonly TextStep[] {
    return this.#done
  }

  /** The steps that were taken back, the first one last. */
  get undone(): readonly TextStep[] {
    return this.#undone
  }

  /** Notes where the cursor is. After a move, typing begins a new step. */
  select(anchor: number, head: number): void {
    if (anchor === this.#current.anchor && head === this.#current.head) return
    this.#current = { ...this.#current, anchor, head }
    if (this.#latest?.kind !== 'composition') this.endStep()
  }

  /** Lets the next change begin a new step. */
  endStep(): void {
    this.#latest = null
  }

  /** @param timeMs the time on any clock that only goes forward */
  change(after: SelectedText, kind: ChangeKind, timeMs: number): void {
    const change = changeBetween(this.#current.text, after.text)
    if (change === null) {
      this.select(after.anchor, after.head)
      return
    }
    const last = this.#done.at(-1)
    const { from, to, insert } = change
    if (last !== undefined && this.#isJoined(kind, timeMs, { from, to }))
      this.#done[this.#done.length - 1] = { before: last.before, after }
    else this.#done.push({ before: this.#current, after })
    this.#undone = []
    this.#current = after
    this.#latest = { kind, timeMs, from, to: from + insert.length }
  }

  /** Takes back the latest step; returns whether there was one. */
  undo(): boolean {
    const step = this.#done.pop()
    if (step === undefined) return false
    this.#undone.push(step)
    this.#jump(step.before)
    return true
  }

  /** Repeats the step that was taken back last; returns whether there was one. */
  redo(): boolean {
    const step = this.#undone.pop()
    if (step === undefined) return false
    this.#done.push(step)
    this.#jump(step.after)
    return true
  }

  #jump(to: SelectedText): void {
    this.#current = to
    this.endStep()
  }

  #isJoined(kind: ChangeKind, timeMs: number, { from, to }: { readonly from: number; readonly to: number }) {
    const latest = this.#latest
    if (latest === null || latest.kind !== kind || kind === 'other') return false
    if (kind === 'composition') return true
    return timeMs - latest.timeMs < pauseMs && from <= latest.to && to >= latest.from
  }
}
