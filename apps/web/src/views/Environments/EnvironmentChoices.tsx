import { shownName } from '@parley/model'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { classNames } from '../../components/class-names.ts'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { rowOfKey } from '../../components/lists/RowList.tsx'
import { isTypedLetter, rowOfTyping } from '../../components/lists/type-ahead.ts'
import { optionClass } from '../../components/menus/Popover.tsx'
import styles from './EnvironmentPicker.module.css'

/** From this number on there is a search field. */
const longList = 8

interface Choice {
  readonly id: string | null
  readonly name: string
  readonly collection: string | null
}

export interface EnvironmentChoicesProps {
  readonly choices: readonly Choice[]
  readonly activeId: string | null
  readonly onChoose: (id: string | null) => void
}

/** The environments to choose from: arrow keys and letters mark one, Enter chooses it; a long list is searched. */
export function EnvironmentChoices({ choices, activeId, onChoose }: EnvironmentChoicesProps) {
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(() => Math.max(0, indexOf(choices, activeId)))
  const letters = useRef({ text: '', at: Number.NEGATIVE_INFINITY })
  const found = foundChoices(choices, typed)
  const search = (text: string) => {
    setTyped(text)
    setMarked(0)
  }
  const markedIndex = Math.min(marked, found.length - 1)
  const hasSearch = choices.length > longList
  const activeDescendant = found.length === 0 ? undefined : `environment-${markedIndex}`

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field or list in it.
    <div
      onKeyDown={event => {
        const isLetter = !hasSearch && isTypedLetter(event)
        const key = isLetter
          ? rowOfTyping(namesOf(found), markedIndex, letters.current, event)
          : pressedRow(event.key, markedIndex, found.length, hasSearch)
        const chosen = found[markedIndex]
        if (key !== null) setMarked(key)
        else if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen.id)
        else return
        event.preventDefault()
      }}
    >
      {hasSearch && (
        <SearchField
          label="Search environments"
          placeholder="Search environments"
          value={typed}
          isFocused
          activeDescendant={activeDescendant}
          onChange={search}
        />
      )}
      <div
        className={styles.list}
        role="listbox"
        aria-label="Environments"
        aria-activedescendant={hasSearch ? undefined : activeDescendant}
        tabIndex={hasSearch ? -1 : 0}
        ref={list => {
          if (!hasSearch && list !== null && !list.contains(document.activeElement)) list.focus()
        }}
      >
        {found.map((choice, index) => (
          <ChoiceOption
            key={choice.id ?? ''}
            choice={choice}
            index={index}
            isMarked={index === markedIndex}
            isActive={choice.id === activeId}
            onChoose={() => onChoose(choice.id)}
          />
        ))}
        {found.length === 0 && <p className={styles.nothing}>Nothing matches “{typed.trim()}”</p>}
      </div>
    </div>
  )
}

const namesOf = (choices: readonly Choice[]) => choices.map(({ name }) => name)

const indexOf = (choices: readonly Choice[], id: string | null) => choices.findIndex(one => one.id === id)

function foundChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = typed.trim().toLowerCase()
  return choices.filter(({ name, collection }) =>
    `${name} ${collection ?? ''}`.toLowerCase().includes(wanted),
  )
}

/** Returns the row that a key marks; null if it marks none. Home and End belong to the field of a search. */
function pressedRow(key: string, at: number, count: number, hasSearch: boolean): number | null {
  if (key.startsWith('Page') || (hasSearch && (key === 'Home' || key === 'End'))) return null
  const row = rowOfKey(key, at, count, 0)
  return row === null ? null : Math.max(0, Math.min(row, count - 1))
}

interface ChoiceOptionProps {
  readonly choice: Choice
  readonly index: number
  readonly isMarked: boolean
  readonly isActive: boolean
  readonly onChoose: () => void
}

function ChoiceOption({ choice, index, isMarked, isActive, onChoose }: ChoiceOptionProps) {
  const { name, collection } = choice
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list, which names the marked one.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list.
    <div
      id={`environment-${index}`}
      role="option"
      aria-label={shownName(name)}
      aria-description={collection === null ? undefined : shownName(collection)}
      aria-selected={isActive}
      className={classNames(optionClass(isMarked), styles.option, isMarked && styles.marked)}
      ref={option => {
        if (isMarked) option?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={onChoose}
    >
      <span className={styles.choice}>{shownName(name)}</span>
      {collection !== null && <span className={styles.collection}>{shownName(collection)}</span>}
      <span className={styles.check}>
        {isActive && <Check size={14} strokeWidth={1.75} aria-hidden="true" />}
      </span>
    </div>
  )
}
