import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../components/class-names.ts'
import { SearchField } from '../../components/SearchField.tsx'
import styles from './EnvironmentPicker.module.css'

const noEnvironment = 'No environment'

/** From so many on there is a search. */
const longList = 8

interface Choice {
  readonly id: string | null
  readonly name: string
  readonly collection: string | null
}

/** Which environment sends use, and the way to the page on which it is edited. */
export function EnvironmentPicker() {
  const { environments, variablePages } = useAppModel()
  const listed = useStore(environments.store, state => state.environments)
  const activeId = useStore(environments.store, state => state.activeId)
  const [isOpen, setIsOpen] = useState(false)
  const active = listed.find(one => one.id === activeId)
  const name = active?.name ?? noEnvironment

  function edit(): void {
    setIsOpen(false)
    variablePages.open(active === undefined ? { kind: 'workspace' } : { kind: 'environment', id: active.id })
  }

  async function create(): Promise<void> {
    setIsOpen(false)
    const id = await environments.create()
    if (id !== null) variablePages.open({ kind: 'environment', id })
  }

  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <AriaButton aria-label={`Environment: ${name}`} className={styles.button ?? ''}>
        <span className={classNames(styles.dot, active !== undefined && styles.on)} />
        <span className={classNames(styles.name, active === undefined && styles.none)}>{name}</span>
        <ChevronDown size={14} strokeWidth={1.75} className={styles.caret} aria-hidden="true" />
      </AriaButton>
      {/* biome-ignore lint/a11y/useValidAriaValues: without it the popover takes the name of the dialog in it again, as content outside of any landmark. */}
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4} aria-labelledby="">
        <Dialog aria-label="Environment" className={styles.dialog ?? ''}>
          <EnvironmentChoices
            choices={[{ id: null, name: noEnvironment, collection: null }, ...listed]}
            activeId={activeId}
            onChoose={id => {
              setIsOpen(false)
              void environments.activate(id)
            }}
          />
          <div className={styles.foot}>
            <Button className={styles.command} onPress={edit}>
              {active === undefined ? 'Edit workspace variables' : `Edit ${active.name}`}
            </Button>
            <Button className={styles.command} onPress={() => void create()}>
              New environment
            </Button>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

interface EnvironmentChoicesProps {
  readonly choices: readonly Choice[]
  readonly activeId: string | null
  readonly onChoose: (id: string | null) => void
}

function EnvironmentChoices({ choices, activeId, onChoose }: EnvironmentChoicesProps) {
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(
    Math.max(
      0,
      choices.findIndex(one => one.id === activeId),
    ),
  )
  const wanted = typed.trim().toLowerCase()
  const found = choices.filter(({ name, collection }) =>
    `${name} ${collection ?? ''}`.toLowerCase().includes(wanted),
  )
  const markedIndex = Math.min(marked, found.length - 1)
  const hasSearch = choices.length > longList
  const activeDescendant = found.length === 0 ? undefined : `environment-${markedIndex}`

  function handleKeyDown(event: KeyboardEvent): void {
    const chosen = found[markedIndex]
    if (event.key === 'ArrowDown') setMarked(Math.min(markedIndex + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setMarked(Math.max(markedIndex - 1, 0))
    else if (event.key === 'Home' && !hasSearch) setMarked(0)
    else if (event.key === 'End' && !hasSearch) setMarked(found.length - 1)
    else if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen.id)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field or list in it.
    <div onKeyDown={handleKeyDown}>
      {hasSearch && (
        <SearchField
          label="Search environments"
          placeholder="Search environments"
          value={typed}
          isFocused
          activeDescendant={activeDescendant}
          onChange={text => {
            setTyped(text)
            setMarked(0)
          }}
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
        {found.map(({ id, name, collection }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list, which names the marked one.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list.
          <div
            key={id ?? ''}
            id={`environment-${index}`}
            role="option"
            aria-label={name}
            aria-description={collection ?? undefined}
            aria-selected={id === activeId}
            className={classNames(styles.option, index === markedIndex && styles.marked)}
            ref={option => {
              if (index === markedIndex) option?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => onChoose(id)}
          >
            <span className={styles.choice}>{name}</span>
            {collection !== null && <span className={styles.collection}>{collection}</span>}
            <span className={styles.check}>
              {id === activeId && <Check size={14} strokeWidth={1.75} aria-hidden="true" />}
            </span>
          </div>
        ))}
        {found.length === 0 && <p className={styles.nothing}>Nothing matches “{typed.trim()}”</p>}
      </div>
    </div>
  )
}
