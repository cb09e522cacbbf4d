import type { EditedVariable } from '@parley/server/contract'
import { CodeXml, Eye, EyeOff, Lock, LockOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Tooltip, TooltipTrigger } from '../../components/buttons/Tooltip.tsx'
import type { RowHistory } from '../../workbench/request/row-history.ts'
import type { KnownVariables } from '../../workbench/variables/describe-variable.ts'
import { rowsFromVariables } from '../../workbench/variables/paste-variables.ts'
import { variableKind, withAllowedToScripts, withSecret } from '../../workbench/variables/variable-kind.ts'
import tableStyles from '../RequestPane/tables/RowTable.module.css'
import { RowTable } from '../RequestPane/tables/RowTable.tsx'
import { type RowActions, variableWords } from '../RequestPane/tables/row-cells.ts'
import type { Column } from '../RequestPane/tables/table-keys.ts'
import { DemoVariable } from './DemoVariable.tsx'
import { useSessionMarks } from './use-session-marks.tsx'

export interface VariableTableProps {
  readonly variables: readonly EditedVariable[]
  readonly known: KnownVariables
  readonly history: RowHistory<EditedVariable>
  /** Identifies this table among all tables. */
  readonly historyKey: string
  /** The variable whose row gets the focus; a new object each time. */
  readonly wanted?: { readonly name: string } | null
  /** Only variables whose name contains it show; empty: all. */
  readonly filter?: string
  readonly onChange: (variables: readonly EditedVariable[]) => void
  /** Scrolls with the table, after its last row. */
  readonly below?: ReactNode
}

/** A `.env` file or a JSON object that is pasted becomes rows. */
const pastedKind = { ...variableKind, readPaste: async (text: string) => rowsFromVariables(text) }

const columns = [
  { column: 'show', label: 'Show value' },
  { column: 'script', label: 'Scripts' },
  { column: 'secret', label: 'Secret' },
] as const

/**
 * A table of variables (behaviour 2.6). Each may be a secret, which is masked, and which scripts may be allowed to
 * read (5.3).
 */
export function VariableTable(props: VariableTableProps) {
  const { variables, known, history, historyKey, wanted = null, filter = '', onChange, below } = props
  const actions = useVariableActions()
  const sessionMark = useSessionMarks()
  const searched = filter.trim().toLowerCase()
  return (
    <RowTable
      label="Variables"
      items={variables}
      kind={pastedKind}
      known={known}
      history={history}
      historyKey={historyKey}
      actions={actions}
      words={variableWords}
      wanted={wanted}
      shows={searched === '' ? undefined : ({ variable }) => variable.name.toLowerCase().includes(searched)}
      valueNote={({ variable }) => sessionMark(variable)}
      onChange={onChange}
      below={
        <>
          <DemoVariable known={known} variables={variables} onAdd={own => onChange([...variables, own])} />
          {below}
        </>
      }
    />
  )
}

/** Returns the columns that show a value, allow it to scripts, and make it a secret. */
function useVariableActions(): RowActions<EditedVariable> {
  /** By name, so that a row that replaces another one hides its value. */
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const isShown = ({ variable }: EditedVariable) => shown.has(variable.name)

  function toggleShown(name: string): void {
    const next = new Set(shown)
    if (!next.delete(name)) next.add(name)
    setShown(next)
  }

  return {
    columns,
    render: (column, item, change) => (
      <ActionCell
        column={column}
        item={item}
        change={change}
        isShown={isShown(item)}
        onToggleShown={() => toggleShown(item.variable.name)}
      />
    ),
    isMasked: item => item.variable.secret && !isShown(item),
    placeholder: ({ variable, secretValue }) =>
      variable.secret && secretValue === null ? 'No value on this device' : undefined,
  }
}

interface ActionCellProps {
  readonly column: Column
  readonly item: EditedVariable
  readonly change: (update: (item: EditedVariable) => EditedVariable) => void
  readonly isShown: boolean
  readonly onToggleShown: () => void
}

function ActionCell({ column, item: { variable }, change, isShown, onToggleShown }: ActionCellProps) {
  if (column === 'secret')
    return (
      <CellToggle
        label="Secret"
        hint={variable.secret ? secretHint : plainHint}
        isPressed={variable.secret}
        onPress={() => change(one => withSecret(one, !one.variable.secret))}
      >
        {variable.secret ? <Lock {...icon} /> : <LockOpen {...icon} />}
      </CellToggle>
    )
  if (!variable.secret) return null
  if (column === 'show')
    return (
      <CellToggle
        label="Show value"
        hint={isShown ? 'Hide value' : 'Show value'}
        isPressed={isShown}
        onPress={onToggleShown}
      >
        {isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
      </CellToggle>
    )
  const { allowedToScripts } = variable
  return (
    <CellToggle
      label={allowedToScripts ? 'Allowed to scripts' : 'Withheld from scripts'}
      hint={allowedToScripts ? allowedHint : withheldHint}
      isPressed={allowedToScripts}
      className={tableStyles.script}
      onPress={() => change(one => withAllowedToScripts(one, !allowedToScripts))}
    >
      <CodeXml {...icon} />
    </CellToggle>
  )
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

const withheldHint = 'Withheld from scripts. Click to let scripts read and set this secret.'
const allowedHint = 'Scripts may read and set this secret. Click to withhold it.'
const secretHint = 'Secret: its value stays on this device. Click to keep it in the file.'
const plainHint = 'Make this a secret. Its value is then kept on this device, not in a file.'

interface CellToggleProps {
  readonly label: string
  readonly hint: string
  readonly isPressed: boolean
  readonly className?: string | undefined
  readonly onPress: () => void
  readonly children: ReactNode
}

/** A switch of a row: reached with the arrow keys of the grid. */
function CellToggle({ label, hint, isPressed, className, onPress, children }: CellToggleProps) {
  return (
    <TooltipTrigger>
      <AriaButton
        aria-label={label}
        aria-pressed={isPressed}
        excludeFromTabOrder
        className={className ?? ''}
        onPress={onPress}
      >
        {children}
      </AriaButton>
      <Tooltip>{hint}</Tooltip>
    </TooltipTrigger>
  )
}
