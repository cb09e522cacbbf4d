import { type RefObject, useContext } from 'react'
import type { KnownVariables } from '../../workbench/variables/describe-variable.ts'
import { variableHint } from '../../workbench/variables/variable-hint.ts'
import { classNames } from '../class-names.ts'
import type { Suggestion } from './suggestion.ts'
import styles from './VariableInput.module.css'
import { VariableEditingContext } from './variable-editing.ts'

/** The popup below a text with variables: names to choose from, or the values of the variables in it. */
export type VariablePopupContent =
  | { readonly type: 'hint'; readonly names: readonly string[]; readonly known: KnownVariables }
  | {
      readonly type: 'suggestions'
      readonly listId: string
      readonly label: string
      readonly suggestions: readonly Suggestion[]
      /** -1: none. */
      readonly active: number
      readonly onAccept: (index: number) => void
    }

export interface VariablePopupProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly content: VariablePopupContent
}

/** A popup over the page, below its anchor or, if there is no space, above it. Nothing else moves. */
export function VariablePopup({ anchor, content }: VariablePopupProps) {
  const place = (element: HTMLDivElement | null) => {
    const box = anchor.current?.getBoundingClientRect()
    if (element === null || box === undefined) return
    const room = window.innerHeight - box.bottom
    const height = element.offsetHeight
    element.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - element.offsetWidth - 8))}px`
    // A hint touches its text, so that the pointer can move to it.
    const gap = content.type === 'hint' ? 0 : 4
    element.style.top = `${room < height + 8 && box.top > height + 8 ? box.top - height - gap : box.bottom + gap}px`
  }
  if (content.type === 'hint')
    return (
      <div ref={place} className={classNames(styles.popup, styles.hint)} role="tooltip">
        {content.names.map(name => (
          <HintLine key={name} name={name} known={content.known} />
        ))}
      </div>
    )
  return (
    <div ref={place} id={content.listId} className={styles.popup} role="listbox" aria-label={content.label}>
      {content.suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active one.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text.
        <div
          key={suggestion.name}
          id={`${content.listId}-${index}`}
          role="option"
          aria-selected={index === content.active}
          className={styles.suggestion}
          ref={element => {
            if (index === content.active) element?.scrollIntoView({ block: 'nearest' })
          }}
          onMouseDown={event => event.preventDefault()}
          onClick={() => content.onAccept(index)}
        >
          <span className={styles.name}>{suggestion.name}</span>
          <span className={styles.value}>{suggestion.detail}</span>
        </div>
      ))}
    </div>
  )
}

function HintLine({ name, known }: { readonly name: string; readonly known: KnownVariables }) {
  const { text, origin, actions } = variableHint(known, name, useContext(VariableEditingContext))
  return (
    <div className={styles.line}>
      <span className={styles.said}>
        {text}
        {origin !== '' && <span className={styles.origin}>{origin}</span>}
      </span>
      {actions.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          tabIndex={-1}
          className={styles.edit}
          // The text keeps the focus until the page changes.
          onMouseDown={event => event.preventDefault()}
          onClick={run}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
