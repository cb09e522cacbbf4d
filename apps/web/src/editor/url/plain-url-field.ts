import { changeBetween } from '../../workbench/change-between.ts'
import { keysOfPress } from '../../workbench/settings/keys-of-press.ts'
import { drawUrl } from './draw-url.ts'
import { EditableText, type TextRange } from './editable-text.ts'
import styles from './PlainUrlField.module.css'
import { type ChangeKind, type SelectedText, TextSteps } from './text-steps.ts'
import { asSingleLine, type UrlField, type UrlFieldOptions, urlAttributes } from './url-field.ts'

/** A text of the plain field, with what was typed in it. */
export interface BegunText {
  readonly key: string
  readonly steps: TextSteps
}

/** What the editor continues with. */
export interface BegunUrls {
  /** The shown one last. */
  readonly texts: readonly BegunText[]
  readonly isFocused: boolean
  readonly scrollLeft: number
}

/** The room between the cursor and the edge, as the padding of the line. */
const marginPx = 10

/** The URL field until its editor is loaded. It looks the same and keeps each step of what is typed. */
export class PlainUrlField implements UrlField {
  readonly #options: UrlFieldOptions
  readonly #scroller = document.createElement('div')
  readonly #editable = new EditableText(document.createElement('div'))
  readonly #texts = new Map<string, TextSteps>()
  readonly #ended = new AbortController()
  #shown: BegunText = { key: '', steps: new TextSteps('') }
  #isComposing = false
  #isPressed = false
  /** Whether a dialog or menu has the focus, which it will return to the field. */
  #isWaitingForFocus = false
  #notifyIdle: () => void = () => {}

  constructor(options: UrlFieldOptions) {
    this.#options = options
    const { element } = this.#editable
    this.#scroller.className = styles.scroller ?? ''
    element.className = styles.content ?? ''
    element.contentEditable = 'true'
    const attributes = {
      ...urlAttributes,
      role: 'textbox',
      translate: 'no',
      'aria-placeholder': options.hint(),
    }
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    this.#scroller.append(element)
    options.parent.append(this.#scroller)
    this.#listen()
    this.#watchDocument()
  }

  show(key: string, text: string): void {
    const { steps } = this.#shown
    this.#editable.element.setAttribute('aria-placeholder', this.#options.hint())
    if (key !== this.#shown.key) {
      const kept = this.#texts.get(key)
      this.#shown = { key, steps: kept?.current.text === text ? kept : new TextSteps(text) }
      // Last, because it is the latest.
      this.#texts.delete(key)
      this.#texts.set(key, this.#shown.steps)
    } else {
      const change = changeBetween(steps.current.text, text)
      if (change === null) return
      const head = Math.min(steps.current.head, change.from + change.insert.length)
      steps.change({ text, anchor: head, head }, 'other', performance.now())
    }
    this.#draw()
  }

  insert(text: string): void {
    this.#noteSelection()
    this.#replace(this.#selectedRange(), text, 'other')
  }

  updateVariables(): void {
    if (this.#isBusy) return
    this.#noteSelection()
    this.#draw({ ifDifferent: true })
  }

  /** It suggests nothing. */
  closeSuggestions(): void {}

  /** Resolves when no composition or press of the pointer is going on, and no dialog returns the focus later. */
  whenIdle(): Promise<void> {
    return new Promise(resolve => {
      this.#notifyIdle = resolve
      this.#settle()
    })
  }

  begun(): BegunUrls {
    this.#noteSelection()
    return {
      texts: [...this.#texts].map(([key, steps]) => ({ key, steps })),
      isFocused: this.#isFocused,
      scrollLeft: this.#scroller.scrollLeft,
    }
  }

  destroy(): void {
    this.#ended.abort()
    this.#scroller.remove()
  }

  get #isFocused(): boolean {
    return document.activeElement === this.#editable.element
  }

  get #isBusy(): boolean {
    return this.#isComposing || this.#isPressed
  }

  #settle(): void {
    if (!this.#isBusy && !this.#isWaitingForFocus) this.#notifyIdle()
  }

  #draw({ ifDifferent = false } = {}): void {
    const { element } = this.#editable
    const { scrollLeft } = this.#scroller
    const drawn = document.createElement('div')
    drawn.append(...drawUrl(this.#shown.steps.current.text, this.#options.knownVariables()))
    if (ifDifferent && drawn.innerHTML === element.innerHTML) return
    const { text, anchor, head } = this.#shown.steps.current
    element.replaceChildren(...drawn.childNodes)
    element.classList.toggle(styles.empty ?? '', text === '')
    if (!this.#isFocused) return
    this.#editable.select(anchor, head)
    this.#scroller.scrollLeft = scrollLeft
    this.#revealCursor(head)
  }

  /** Scrolls as far as the cursor needs, which the browser does only after what it changed itself. */
  #revealCursor(head: number): void {
    if (this.#editable.text === '') return
    const cursor = this.#editable.cursorBox(head)
    const frame = this.#scroller.getBoundingClientRect()
    const missingRight = cursor.right - frame.right + marginPx
    const missingLeft = frame.left - cursor.left + marginPx
    if (missingRight > 0) this.#scroller.scrollLeft += missingRight
    else if (missingLeft > 0) this.#scroller.scrollLeft -= missingLeft
  }

  #change(after: SelectedText, kind: ChangeKind): void {
    const before = this.#shown.steps.current.text
    this.#shown.steps.change(after, kind, performance.now())
    if (kind !== 'composition') this.#draw()
    if (after.text !== before) this.#options.onEdit(after.text)
  }

  #replace({ from, to }: TextRange, text: string, kind: ChangeKind): void {
    const { text: before } = this.#shown.steps.current
    const inserted = asSingleLine(text)
    const head = from + inserted.length
    this.#change({ text: before.slice(0, from) + inserted + before.slice(to), anchor: head, head }, kind)
  }

  /** Takes over what the browser itself changed. */
  #readChange(kind: ChangeKind): void {
    const text = asSingleLine(this.#editable.text)
    if (text === this.#shown.steps.current.text) return
    const end = { anchor: text.length, head: text.length }
    this.#change({ text, ...(this.#editable.selected() ?? end) }, kind)
  }

  #undo(): boolean {
    return this.#jump(this.#shown.steps.undo()) || this.#options.onUndoBefore()
  }

  #redo(): boolean {
    return this.#jump(this.#shown.steps.redo())
  }

  #jump(hasMoved: boolean): boolean {
    if (!hasMoved) return false
    this.#draw()
    this.#options.onEdit(this.#shown.steps.current.text)
    return true
  }

  #handleKey(event: KeyboardEvent): boolean {
    const keys = keysOfPress(event)
    if (keys === null) return false
    this.#noteSelection()
    if (keys === 'Mod+Z') return this.#undo()
    if (keys === 'Mod+Shift+Z' || keys === 'Mod+Y') return this.#redo()
    if (keys !== 'Enter') return false
    this.#options.onSend()
    return true
  }

  /** Returns false if the browser itself has to change the text, which `#readChange` follows. */
  #handleInput(event: InputEvent): boolean {
    if (event.isComposing || this.#isComposing) return false
    this.#noteSelection()
    const [target] = event.getTargetRanges()
    const range = target === undefined ? null : this.#editable.rangeOf(target)
    const { inputType } = event
    if (inputType.startsWith('delete')) {
      if (range === null || range.from === range.to) return false
      this.#replace(range, '', 'deletion')
    } else if (inputType === 'historyUndo') this.#undo()
    else if (inputType === 'historyRedo') this.#redo()
    else if (inputType.startsWith('insert')) {
      const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
      const kind = inputType === 'insertText' ? 'typing' : 'other'
      // Without a text it is a line break.
      if (text !== '') this.#replace(range ?? this.#selectedRange(), text, kind)
    }
    return true
  }

  /** The browser reports a moved cursor later than the next key. */
  #noteSelection(): void {
    const selected = this.#isFocused ? this.#editable.selected() : null
    if (selected === null || this.#editable.text !== this.#shown.steps.current.text) return
    this.#shown.steps.select(selected.anchor, selected.head)
  }

  #selectedRange(): TextRange {
    const { anchor, head } = this.#shown.steps.current
    return { from: Math.min(anchor, head), to: Math.max(anchor, head) }
  }

  #startComposition(): void {
    this.#noteSelection()
    this.#isComposing = true
    this.#shown.steps.endStep()
  }

  #endComposition(): void {
    this.#readChange('composition')
    this.#noteSelection()
    this.#isComposing = false
    this.#shown.steps.endStep()
    this.#draw()
    this.#settle()
  }

  #listen(): void {
    const { element } = this.#editable
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      handle: (event: HTMLElementEventMap[Type]) => unknown,
    ) =>
      element.addEventListener(
        type,
        event => {
          if (handle(event) === true) event.preventDefault()
        },
        { signal: this.#ended.signal },
      )
    on('keydown', event => this.#handleKey(event))
    on('beforeinput', event => this.#handleInput(event))
    on('input', () => this.#readChange(this.#isComposing ? 'composition' : 'other'))
    on('paste', event => this.#options.onPaste(event.clipboardData?.getData('text/plain') ?? ''))
    on('compositionstart', () => this.#startComposition())
    on('compositionend', () => this.#endComposition())
    on('focus', () => {
      const { anchor, head } = this.#shown.steps.current
      this.#editable.select(anchor, head)
    })
    on('blur', ({ relatedTarget }) => {
      this.#isWaitingForFocus = isInOverlay(relatedTarget)
    })
    on('pointerdown', () => {
      this.#isPressed = true
    })
  }

  #watchDocument(): void {
    const { signal } = this.#ended
    const release = () => {
      this.#isPressed = false
      this.#settle()
    }
    // The pointer may be released anywhere.
    for (const type of ['pointerup', 'pointercancel', 'dragend'])
      addEventListener(type, release, { signal, capture: true })
    const follow = (event: FocusEvent) => {
      this.#isWaitingForFocus &&= isInOverlay(event.target)
      this.#settle()
    }
    document.addEventListener('focusin', follow, { signal })
    document.addEventListener('selectionchange', () => this.#noteSelection(), { signal })
  }
}

function isInOverlay(target: EventTarget | null): boolean {
  const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
  return target instanceof Element && target.closest(overlays) !== null
}
