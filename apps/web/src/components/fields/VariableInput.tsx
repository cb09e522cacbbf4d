import {
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  type UIEvent,
  useContext,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import {
  describeReference,
  describeVariable,
  type KnownVariables,
  textPieces,
} from '../../workbench/variables/describe-variable.ts'
import { suggestVariables, variableQueryAt } from '../../workbench/variables/suggest-variables.ts'
import { classNames } from '../class-names.ts'
import type { Suggest, Suggestion } from './suggestion.ts'
import styles from './VariableInput.module.css'
import type { VariablePopupContent } from './VariablePopup.tsx'
import { VariableEditingContext } from './variable-editing.ts'

export interface VariableInputProps {
  readonly label: string
  readonly value: string
  readonly known: KnownVariables
  readonly placeholder?: string | undefined
  readonly isTabStop?: boolean
  /** Whether the text is shown as dots, like a password. */
  readonly isMasked?: boolean
  /** Whether the text has several lines, such as a key. */
  readonly isMultiline?: boolean
  /** Returns texts for the whole field; absent: only variables are suggested. */
  readonly suggest?: Suggest | undefined
  readonly onChange: (value: string) => void
}

type TextElement = HTMLInputElement | HTMLTextAreaElement

/**
 * A text field that colours variables, shows their values on hover and focus, and suggests names after `{{`.
 * Enter or Tab accepts a suggestion, Esc closes the list. Alt Enter, or a click with Ctrl, opens the place
 * where the variable is edited, or creates it in the first place for it.
 */
export function VariableInput(props: VariableInputProps) {
  const { value, known, isMasked = false, isMultiline = false } = props
  const input = useRef<TextElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const hover = useHover()
  const { Popup, load } = usePopupCode()
  const loading = { onMouseOver: load, onFocus: load }
  const { shared, popup, hasVariables } = useField(props, input, overlay, hover.isHovered)
  const ref = (element: TextElement | null) => {
    input.current = element
  }
  return (
    <div
      className={classNames(styles.field, isMasked && value !== '' && styles.secret)}
      {...hover.handlers}
      {...loading}
    >
      {isMultiline ? (
        <textarea
          {...shared}
          ref={ref}
          className={classNames(
            styles.input,
            styles.lines,
            hasVariables && styles.covered,
            isMasked && styles.masked,
          )}
        />
      ) : (
        <input
          {...shared}
          ref={ref}
          type={isMasked ? 'password' : 'text'}
          className={classNames(styles.input, hasVariables && styles.covered)}
        />
      )}
      {hasVariables && (
        <div
          ref={overlay}
          className={classNames(styles.overlay, isMultiline && styles.lines)}
          aria-hidden="true"
        >
          {textPieces(value, known).map((piece, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position alone.
              key={index}
              className={piece.name === null ? undefined : piece.isUnknown ? styles.unknown : styles.known}
            >
              {piece.text}
            </span>
          ))}
        </div>
      )}
      {popup !== null &&
        Popup !== null &&
        createPortal(<Popup anchor={input} content={popup} />, popupContainer(input.current))}
    </div>
  )
}

/** The code of the popups, which is loaded when a field is first pointed at or has the focus. */
let popupCode: typeof import('./VariablePopup.tsx') | null = null

/** If the server is away by then, the text is typed without popups, and the next field tries again. */
function usePopupCode() {
  const [code, setCode] = useState(popupCode)
  const take = (loaded: typeof popupCode) => {
    popupCode = loaded
    setCode(loaded)
  }
  return {
    Popup: code?.VariablePopup ?? null,
    load: () => code ?? void import('./VariablePopup.tsx').then(take, () => undefined),
  }
}

/** Whether the pointer rests on the field; with a delay, because it may only be passing. */
function useHover() {
  const [isHovered, setIsHovered] = useState(false)
  const hovering = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onMouseEnter = () => {
    hovering.current = setTimeout(() => setIsHovered(true), hoverDelayMs)
  }
  const onMouseLeave = () => {
    clearTimeout(hovering.current)
    setIsHovered(false)
  }
  return { isHovered, handlers: { onMouseEnter, onMouseLeave } }
}

/** What both kinds of field have in common, and the popup below them. */
function useField(
  props: VariableInputProps,
  input: RefObject<TextElement | null>,
  overlay: RefObject<HTMLDivElement | null>,
  isHovered: boolean,
) {
  const { label, value, known, placeholder, isTabStop = true, isMasked = false, onChange } = props
  /** The position of the cursor in a text that has the focus. */
  const [focusedAt, setFocusedAt] = useState<number | null>(null)
  const list = useSuggestions(props, input)
  const hasVariables = !isMasked && value.includes('{{')
  const editAtCursor = useVariableEditor(props, hasVariables, input)
  const popup = list.popup ?? (isMasked ? null : hintFor(value, known, isHovered, focusedAt))
  const shared = {
    'aria-label': label,
    'aria-description': hasVariables ? hintTexts(value, known).join('. ') : undefined,
    ...list.aria,
    placeholder,
    value,
    tabIndex: isTabStop ? 0 : -1,
    autoComplete: 'off',
    spellCheck: false,
    onChange(event: ChangeEvent<TextElement>) {
      list.open(event.target.selectionStart)
      onChange(event.target.value)
    },
    onSelect(event: SyntheticEvent<TextElement>) {
      const { selectionStart } = event.currentTarget
      setFocusedAt(selectionStart)
      list.follow(selectionStart)
    },
    onBlur() {
      list.close()
      setFocusedAt(null)
    },
    onScroll(event: UIEvent<TextElement>) {
      const { scrollLeft, scrollTop } = event.currentTarget
      overlay.current?.scrollTo(scrollLeft, scrollTop)
    },
    onKeyDown(event: KeyboardEvent) {
      const isTaken = event.key === 'Enter' && event.altKey && editAtCursor() ? true : list.press(event)
      if (!isTaken) return
      event.preventDefault()
      event.stopPropagation()
    },
    onClick(event: MouseEvent) {
      if (event.ctrlKey || event.metaKey) editAtCursor()
    },
  } as const
  return { shared, popup, hasVariables }
}

/** What is suggested for the text before the cursor. */
function useSuggestions(props: VariableInputProps, input: RefObject<TextElement | null>) {
  const { value, isMasked = false, onChange } = props
  const listId = useId()
  /** The position of the cursor while names are suggested. */
  const [cursor, setCursor] = useState<number | null>(null)
  /** Null until the user moves. */
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const query = cursor === null || isMasked ? null : variableQueryAt(value, cursor)
  const suggestions = cursor === null ? [] : suggestionsFor(props, query?.typed ?? null)
  const isOpen = suggestions.length > 0
  // A word is only chosen by the arrows: Tab and Enter keep what was typed.
  const active = Math.min(activeIndex ?? (query === null ? -1 : 0), suggestions.length - 1)

  function accept(index: number): void {
    const chosen = suggestions[index]
    if (chosen === undefined) return
    const inserted = query === null ? (chosen.text ?? chosen.name) : `{{${chosen.name}}}`
    const [from, to] = query === null ? [0, value.length] : [query.from, query.to]
    flushSync(() => {
      setCursor(null)
      onChange(value.slice(0, from) + inserted + value.slice(to))
    })
    const end = from + inserted.length
    input.current?.setSelectionRange(end, end)
  }

  /** Returns whether the list takes a key. */
  function press(event: KeyboardEvent): boolean {
    if (!isOpen || event.altKey || event.ctrlKey || event.metaKey) return false
    const isAccepting = active >= 0 && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))
    if (event.key === 'ArrowDown') setActiveIndex((active + 1) % suggestions.length)
    else if (event.key === 'ArrowUp')
      setActiveIndex((Math.max(active, 0) + suggestions.length - 1) % suggestions.length)
    else if (event.key === 'Escape') setCursor(null)
    else if (isAccepting) accept(active)
    else return false
    return true
  }

  const label = query === null ? 'Suggestions' : 'Variables'
  const popup: VariablePopupContent | null = isOpen
    ? { type: 'suggestions', listId, label, suggestions, active, onAccept: accept }
    : null
  return {
    popup,
    press,
    aria: {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen && active >= 0 ? `${listId}-${active}` : undefined,
    },
    open(at: number | null): void {
      setCursor(at)
      setActiveIndex(null)
    },
    follow: (at: number | null) => setCursor(known => (known === null ? null : at)),
    close: () => setCursor(null),
  } as const
}

/** Returns the variables whose names go on with what is typed after `{{`, or else words for the whole field. */
function suggestionsFor(
  { value, known, suggest }: VariableInputProps,
  typed: string | null,
): readonly Suggestion[] {
  if (typed === null) return suggest?.(value) ?? []
  return suggestVariables(known, typed).map(one => ({ name: one.name, detail: describeVariable(one) }))
}

/** What opens the place where a variable is edited. */
function useVariableEditor(
  { value, known }: VariableInputProps,
  hasVariables: boolean,
  input: RefObject<TextElement | null>,
) {
  const editing = useContext(VariableEditingContext)

  /** True if the cursor is in a variable. */
  return (): boolean => {
    const name = hasVariables ? nameAt(value, input.current?.selectionStart ?? 0) : null
    if (name !== null)
      void import('../../workbench/variables/variable-hint.ts').then(({ variableHint }) =>
        variableHint(known, name, editing).actions[0]?.run(),
      )
    return name !== null
  }
}

/** Returns an element inside the dialog or landmark of the text, but outside any element that scrolls and clips. */
function popupContainer(text: Element | null): Element {
  return text?.closest('[data-dialog]') ?? document.querySelector('main') ?? document.body
}

const hoverDelayMs = 250

/** All variables of a hovered text, or the one at the cursor. */
function hintFor(
  value: string,
  known: KnownVariables,
  isHovered: boolean,
  focusedAt: number | null,
): VariablePopupContent | null {
  if (!value.includes('{{') || known === null) return null
  const focused = focusedAt === null ? null : nameAt(value, focusedAt)
  const names = isHovered ? namesIn(value) : focused === null ? [] : [focused]
  return names.length === 0 ? null : { type: 'hint', names, known }
}

/** The name of the variable that a position is within. */
function nameAt(value: string, position: number): string | null {
  let start = 0
  for (const piece of textPieces(value, null)) {
    const end = start + piece.text.length
    if (piece.name !== null && position > start && position < end) return piece.name.trim()
    start = end
  }
  return null
}

function namesIn(value: string): readonly string[] {
  const names = textPieces(value, null).flatMap(({ name }) => (name === null ? [] : [name.trim()]))
  return [...new Set(names)]
}

function hintTexts(value: string, known: KnownVariables): readonly string[] {
  return namesIn(value).map(name => describeReference(known, name))
}
