import { isToken } from '@parley/engine'
import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { classNames } from '../../components/class-names.ts'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { methodClass } from '../../components/MethodBadge.tsx'
import { optionClass, Popover, popoverContent } from '../../components/menus/Popover.tsx'
import styles from './MethodPicker.module.css'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

export interface MethodPickerProps {
  readonly method: string
  readonly onChoose: (method: string) => void
}

/** The method of a request: one of behaviour 2.1 from a list, or any token that is typed (RFC 9110 §9.1). */
export function MethodPicker({ method, onChoose }: MethodPickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <AriaButton
        aria-label="Method"
        className={styles.button ?? ''}
        render={props => <button {...props} aria-description={method} />}
      >
        {/* CSS draws the text, so that the button's accessible name is only its label. */}
        <span
          className={classNames(styles.value, methodClass(method))}
          data-value={method}
          aria-hidden="true"
        />
        <ChevronDown size={14} strokeWidth={1.75} className={styles.caret} aria-hidden="true" />
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom start">
        <Dialog aria-label="Method" className={popoverContent}>
          <MethodList
            method={method}
            onChoose={chosen => {
              setIsOpen(false)
              onChoose(chosen)
            }}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function MethodList({ method, onChoose }: MethodPickerProps) {
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(Math.max(0, choicesFor('', method).indexOf(method)))
  const choices = choicesFor(typed.trim(), method)
  const markedIndex = Math.min(marked, choices.length - 1)

  function handleKeyDown(event: KeyboardEvent): void {
    const chosen = choices[markedIndex]
    if (event.key === 'ArrowDown') setMarked(Math.min(markedIndex + 1, choices.length - 1))
    else if (event.key === 'ArrowUp') setMarked(Math.max(markedIndex - 1, 0))
    else if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it.
    <div onKeyDown={handleKeyDown}>
      <SearchField
        label="Search or type a method"
        placeholder="Search or type"
        value={typed}
        isFocused
        activeDescendant={choices.length === 0 ? undefined : `method-${markedIndex}`}
        onChange={text => {
          setTyped(text)
          setMarked(0)
        }}
      />
      <div className={styles.list} role="listbox" aria-label="Methods">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the marked one.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
          <div
            key={choice}
            id={`method-${index}`}
            role="option"
            aria-label={choice}
            aria-selected={choice === method}
            className={classNames(optionClass(index === markedIndex), styles.option, methodClass(choice))}
            onClick={() => onChoose(choice)}
          >
            <span className="fit">{choice}</span>
            {choice === method && <Check size={14} strokeWidth={1.75} aria-hidden="true" />}
          </div>
        ))}
        {choices.length === 0 && <p className={styles.nothing}>A method has no spaces or brackets</p>}
      </div>
    </div>
  )
}

/** Returns the methods that contain the typed text, the current one, and the typed text itself. */
function choicesFor(typed: string, present: string): readonly string[] {
  const known = methods.includes(present) || typed !== '' ? methods : [...methods, present]
  const found = known.filter(method => method.toLowerCase().includes(typed.toLowerCase()))
  const isNew = typed !== '' && !known.includes(typed) && (isToken(typed) || typed.includes('{{'))
  return isNew ? [...found, typed] : found
}
