import { shownName } from '@parley/model'
import { Trash2 } from 'lucide-react'
import { Button } from '../../components/buttons/Button.tsx'
import { Checkbox } from '../../components/buttons/Checkbox.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { classNames } from '../../components/class-names.ts'
import { VariableInput } from '../../components/fields/VariableInput.tsx'
import { withElement, withField, withKey, withoutRow, withValue } from '../../grpc/form/edit-form.ts'
import type { FormRow } from '../../grpc/form/form-rows.ts'
import type { MessageShape } from '../../grpc/form/message-shape.ts'
import type { KnownVariables } from '../../workbench/variables/describe-variable.ts'
import styles from './MessageForm.module.css'

export interface MessageFormRowProps {
  readonly row: FormRow
  /** The text of the message, in which the row has its places. */
  readonly text: string
  readonly shape: MessageShape
  readonly known: KnownVariables
  readonly onWrite: (text: string) => void
}

/** One row of a form: whether it is sent, its name, its value and its type. */
export function MessageFormRow(props: MessageFormRowProps) {
  const { row, text, shape, onWrite } = props
  const { path, depth, part, field, node } = row
  const isSet = node !== null
  const name = shownName(path)
  return (
    <li className={classNames(styles.row, !isSet && styles.off)}>
      <span className={styles.tick}>
        {part === 'field' && (
          <Checkbox
            label={`Send ${name}`}
            isSelected={isSet}
            onChange={() => onWrite(isSet ? withoutRow(text, row) : withField(text, row, shape))}
          />
        )}
      </span>
      <span className={styles.name} style={{ paddingLeft: depth * 16 }}>
        <Name {...props} />
      </span>
      <span className={styles.value}>
        <Value {...props} />
      </span>
      <span className={styles.type} title={field?.typeText}>
        {part === 'unknown' ? 'Not in the definition' : part === 'field' && field?.typeText}
      </span>
      <span className={styles.bin}>
        {(part === 'item' || part === 'entry') && (
          <button
            type="button"
            aria-label={`Remove ${name}`}
            title="Remove"
            onClick={() => onWrite(withoutRow(text, row))}
          >
            <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </span>
    </li>
  )
}

/** The name of a field with its comment, or the key of an entry, which can be typed. */
function Name({ row, text, known, onWrite }: MessageFormRowProps) {
  const { path, label, part, field } = row
  if (part === 'entry')
    return (
      <VariableInput
        label={`Key of ${shownName(path)}`}
        value={label}
        known={known}
        onChange={key => onWrite(withKey(text, row, key))}
      />
    )
  const words = [field?.isDeprecated === true ? 'Deprecated.' : '', field?.description ?? '']
  const description = words.filter(one => one !== '').join('\n')
  return (
    <span
      className={styles.label}
      title={description || undefined}
      data-deprecated={field?.isDeprecated === true ? '' : undefined}
    >
      {part === 'item' ? `[${label}]` : shownName(label)}
      {part === 'field' && description !== '' && <span className={styles.description}>{description}</span>}
    </span>
  )
}

function Value({ row, text, shape, known, onWrite }: MessageFormRowProps) {
  const { path, control, value, node, field } = row
  const label = shownName(path)
  const write = (typed: string) => onWrite(withValue(text, row, typed))
  switch (control) {
    case 'text':
    case 'number':
      return <VariableInput label={label} value={value} known={known} onChange={write} />
    case 'bool':
    case 'enum':
      return (
        <PickerButton
          label={label}
          value={value}
          choices={() => choicesOf(row, shape)}
          onChoose={write}
          variant="cell"
        />
      )
    case 'list':
    case 'map':
      return (
        <>
          <span className={styles.count}>{node !== null && countWords(Number(value), control)}</span>
          <Button
            size="small"
            aria-label={`Add to ${label}`}
            onPress={() => onWrite(withElement(text, row, shape))}
          >
            Add
          </Button>
        </>
      )
    case 'message':
      return null
    case 'raw':
      return (
        <span className={styles.raw} title="It is changed in the text.">
          {node === null ? field?.value.kind === 'json' && 'JSON' : shownName(value)}
        </span>
      )
  }
}

function countWords(count: number, control: 'list' | 'map'): string {
  const noun = control === 'list' ? (count === 1 ? 'item' : 'items') : count === 1 ? 'entry' : 'entries'
  return `${count.toLocaleString('en')} ${noun}`
}

function choicesOf({ control, field }: FormRow, { enums }: MessageShape) {
  const typeName = field?.value.kind === 'enum' ? field.value.typeName : ''
  const values = control === 'bool' ? ['true', 'false'] : (enums.get(typeName) ?? [])
  return values.map(value => ({ id: value, label: value }))
}
