import { revealInvisible } from '@parley/model'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from '../../components/class-names.ts'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { renderedRowId } from '../../components/lists/RowList.tsx'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { optionClass } from '../../components/menus/Popover.tsx'
import { methodTypeLabels, type RpcChoice, rpcChoices } from '../../workbench/grpc/call-draft.ts'
import { DefinitionState } from './DefinitionState.tsx'
import styles from './RpcPicker.module.css'
import { useServices } from './use-services.ts'

export interface RpcListProps {
  readonly tabId: string
  readonly method: string
  readonly onChoose: (choice: RpcChoice) => void
}

type ListRow =
  | { readonly kind: 'service'; readonly name: string }
  | { readonly kind: 'method'; readonly choice: RpcChoice; readonly at: number }

const rowHeight = 28

/** The methods by service, with a search over their whole names. */
export function RpcList({ tabId, method, onChoose }: RpcListProps) {
  const services = useServices(tabId)
  const [typed, setTyped] = useState('')
  const idOf = useId()
  const choices = services === null ? [] : rpcChoices(services, typed)
  const { rows, list, markedAt, markedRow, mark, setMarked } = useMarkedRow(choices, method)

  function handleKeyDown(event: KeyboardEvent): void {
    const chosen = choices[markedAt]
    if (event.key === 'ArrowDown') mark(markedAt + 1)
    else if (event.key === 'ArrowUp') mark(markedAt - 1)
    else if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen)
    else return
    event.preventDefault()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it. */}
      <div onKeyDown={handleKeyDown}>
        <SearchField
          label="Search methods"
          placeholder="Search methods"
          value={typed}
          isFocused
          activeDescendant={renderedRowId(list.indexes, markedRow, `${idOf}-${markedAt}`)}
          onChange={text => {
            setTyped(text)
            setMarked(0)
          }}
        />
        <div ref={list.scroller} className={styles.list} role="listbox" aria-label="Methods">
          <div style={{ paddingTop: list.before, paddingBottom: list.after }}>
            {list.indexes.map(index => (
              <div key={index} ref={list.measure} data-index={index} role="presentation">
                <MethodRow
                  row={rows[index]}
                  idOf={at => `${idOf}-${at}`}
                  method={method}
                  markedAt={markedAt}
                  onChoose={onChoose}
                />
              </div>
            ))}
          </div>
        </div>
      </div>
      <DefinitionState
        tabId={tabId}
        isEmpty={services !== null && choices.length === 0}
        typed={typed.trim()}
      />
    </>
  )
}

/** The rows of the methods and their services, and the one that Enter chooses. */
function useMarkedRow(choices: readonly RpcChoice[], method: string) {
  const [marked, setMarked] = useState<number | null>(null)
  const present = choices.findIndex(({ id }) => id === method)
  const markedAt = Math.min(marked ?? Math.max(0, present), choices.length - 1)
  const rows = rowsOf(choices)
  const rowOfChoice = (at: number) => rows.findIndex(row => row.kind === 'method' && row.at === at)
  const list = useVirtualRows<HTMLDivElement>(rows.length, rowHeight)
  const mark = (at: number) => {
    const next = Math.max(0, Math.min(at, choices.length - 1))
    setMarked(next)
    list.scrollTo(rowOfChoice(next))
  }
  return { rows, list, markedAt, markedRow: rowOfChoice(markedAt), mark, setMarked }
}

interface MethodRowProps {
  readonly row: ListRow | undefined
  readonly idOf: (at: number) => string
  readonly method: string
  readonly markedAt: number
  readonly onChoose: (choice: RpcChoice) => void
}

function MethodRow({ row, idOf, method, markedAt, onChoose }: MethodRowProps) {
  if (row === undefined) return null
  if (row.kind === 'method')
    return (
      <MethodOption
        id={idOf(row.at)}
        choice={row.choice}
        isChosen={row.choice.id === method}
        isMarked={row.at === markedAt}
        onChoose={onChoose}
      />
    )
  return (
    <div className={styles.group} title={row.name}>
      {revealInvisible(row.name)}
    </div>
  )
}

interface MethodOptionProps {
  readonly id: string
  readonly choice: RpcChoice
  readonly isChosen: boolean
  readonly isMarked: boolean
  readonly onChoose: (choice: RpcChoice) => void
}

function MethodOption({ id, choice, isChosen, isMarked, onChoose }: MethodOptionProps) {
  const { name, type, isDeprecated, comment } = choice
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the marked one.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
    <div
      id={id}
      role="option"
      aria-label={`${choice.id}, ${methodTypeLabels[type]}${isDeprecated ? ', deprecated' : ''}`}
      aria-selected={isChosen}
      title={comment === '' ? undefined : revealInvisible(comment)}
      className={classNames(optionClass(isMarked), styles.option)}
      onClick={() => onChoose(choice)}
    >
      <span className={classNames(styles.label, isDeprecated && styles.deprecated)}>
        {revealInvisible(name)}
      </span>
      <span className={styles.note}>{methodTypeLabels[type]}</span>
      {isChosen && <Check size={14} strokeWidth={1.75} aria-hidden="true" />}
    </div>
  )
}

/** A row for each service, followed by those of its methods. */
function rowsOf(choices: readonly RpcChoice[]): readonly ListRow[] {
  return choices.flatMap((choice, at): readonly ListRow[] => {
    const row = { kind: 'method', choice, at } as const
    const isFirst = choices[at - 1]?.service !== choice.service
    return isFirst ? [{ kind: 'service', name: choice.service }, row] : [row]
  })
}
