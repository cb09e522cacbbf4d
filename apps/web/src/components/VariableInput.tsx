import {
  type ChangeEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  type UIEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { describeReference, type KnownVariables, textPieces } from '../workbench/describe-variable.ts'
import { suggestVariables, variableQueryAt } from '../workbench/suggest-variables.ts'
import { classNames } from './class-names.ts'
import styles from './VariableInput.module.css'
import { VariablePopup, type VariablePopupContent } from './VariablePopup.tsx'

export interface VariableInputProps {
  readonly label: string
  readonly value: string
  readonly known: KnownVariables
  readonly placeholder?: string | undefined
  readonly isTabStop?: boolean
  /** Dots stand for the text, as for a password. */
  readonly isMasked?: boolean
  /** Several lines, as of a key. */
  readonly isMultiline?: boolean
  readonly onChange: (value: string) => void
}

type TextElement = HTMLInputElement | HTMLTextAreaElement

/**
 * A line of text with its variables coloured, which says their values on hover and focus and suggests
 * names after `{{`. Enter or Tab takes a suggestion, Esc closes the list.
 */
export function VariableInput({
  label,
  value,
  known,
  placeholder,
  isTabStop = true,
  isMasked = false,
  isMultiline = false,
  onChange,
}: VariableInputProps) {
  const input = useRef<TextElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const listId = useId()
  /** Where the cursor stands while names are suggested. */
  const [cursor, setCursor] = useState<number | null>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const [isHovered, setIsHovered] = useState(false)
  /** Where the cursor stands in a text that has the focus. */
  const [focusedAt, setFocusedAt] = useState<number | null>(null)
  const query = cursor === null ? null : variableQueryAt(value, cursor)
  const suggestions = query === null ? [] : suggestVariables(known, query.typed)
  const isOpen = suggestions.length > 0
  const active = Math.min(activeIndex, suggestions.length - 1)
  const hasVariables = value.includes('{{') && !isMasked

  function accept(index: number): void {
    const chosen = suggestions[index]
    if (chosen === undefined || query === null) return
    const inserted = `{{${chosen.name}}}`
    flushSync(() => {
      setCursor(null)
      onChange(value.slice(0, query.from) + inserted + value.slice(query.to))
    })
    const end = query.from + inserted.length
    input.current?.setSelectionRange(end, end)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (!isOpen || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') setActiveIndex((active + 1) % suggestions.length)
    else if (event.key === 'ArrowUp') setActiveIndex((active + suggestions.length - 1) % suggestions.length)
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) accept(active)
    else if (event.key === 'Escape') setCursor(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const popup: VariablePopupContent | null = isOpen
    ? { type: 'suggestions', listId, suggestions, active, onAccept: accept }
    : hintFor(value, known, isHovered, focusedAt)
  const shared = {
    'aria-label': label,
    'aria-description': hasVariables ? hintLines(value, known).join('. ') : undefined,
    'aria-autocomplete': 'list',
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen ? `${listId}-${active}` : undefined,
    placeholder,
    value,
    tabIndex: isTabStop ? 0 : -1,
    autoComplete: 'off',
    spellCheck: false,
    onChange(event: ChangeEvent<TextElement>) {
      setCursor(event.target.selectionStart)
      setActiveIndex(0)
      onChange(event.target.value)
    },
    onSelect(event: SyntheticEvent<TextElement>) {
      const { selectionStart } = event.currentTarget
      setFocusedAt(selectionStart)
      if (cursor !== null) setCursor(selectionStart)
    },
    onBlur() {
      setCursor(null)
      setFocusedAt(null)
    },
    onScroll(event: UIEvent<TextElement>) {
      const { scrollLeft, scrollTop } = event.currentTarget
      overlay.current?.scrollTo(scrollLeft, scrollTop)
    },
    onKeyDown: handleKeyDown,
  } as const
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only shows what the input's description says.
    <div
      className={styles.field}
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
    >
      {isMultiline ? (
        <textarea
          {...shared}
          ref={element => {
            input.current = element
          }}
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
          ref={element => {
            input.current = element
          }}
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
              // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place alone.
              key={index}
              className={piece.name === null ? undefined : piece.isUnknown ? styles.unknown : styles.known}
            >
              {piece.text}
            </span>
          ))}
        </div>
      )}
      {popup !== null && createPortal(<VariablePopup anchor={input} content={popup} />, popupHome())}
    </div>
  )
}

/** Inside of the landmark that the text stands in, outside of what scrolls and clips. */
function popupHome(): Element {
  return document.querySelector('main') ?? document.body
}

/** All variables of a hovered text, or the one that the cursor stands in. */
function hintFor(
  value: string,
  known: KnownVariables,
  isHovered: boolean,
  focusedAt: number | null,
): VariablePopupContent | null {
  if (!value.includes('{{') || known === null) return null
  const lines = isHovered
    ? hintLines(value, known)
    : focusedAt === null
      ? []
      : hintAt(value, known, focusedAt)
  return lines.length === 0 ? null : { type: 'hint', lines }
}

function hintAt(value: string, known: KnownVariables, position: number): readonly string[] {
  let start = 0
  for (const piece of textPieces(value, known)) {
    const end = start + piece.text.length
    if (piece.name !== null && position > start && position < end) return [hintLine(piece.name, known)]
    start = end
  }
  return []
}

function hintLines(value: string, known: KnownVariables): readonly string[] {
  const names = textPieces(value, known).flatMap(piece => (piece.name === null ? [] : [piece.name.trim()]))
  return [...new Set(names)].map(name => hintLine(name, known))
}

function hintLine(name: string, known: KnownVariables): string {
  return `${name.trim()}: ${describeReference(known, name)}`
}
