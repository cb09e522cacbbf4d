import type { OAuth2Parameter } from '@parley/model'
import { Trash2 } from 'lucide-react'
import { useContext } from 'react'
import { IconButton } from '../../../components/buttons/IconButton.tsx'
import { PickerButton } from '../../../components/buttons/PickerButton.tsx'
import { VariableInput } from '../../../components/fields/VariableInput.tsx'
import { KnownVariablesContext } from '../AuthFields.tsx'
import styles from './OAuth2Parameters.module.css'

export interface OAuth2ParametersProps {
  readonly parameters: readonly OAuth2Parameter[]
  readonly onChange: (parameters: readonly OAuth2Parameter[]) => void
}

const requests = [
  { id: 'authorization', label: 'Authorization' },
  { id: 'token', label: 'Token' },
  { id: 'refresh', label: 'Refresh' },
] as const

const places = [
  { id: 'body', label: 'Body' },
  { id: 'query', label: 'Query' },
  { id: 'header', label: 'Header' },
] as const

const emptyParameter: OAuth2Parameter = { request: 'token', name: '', value: '', placement: 'body' }

/** Extra parameters, such as `audience` and `resource`; the last row is always empty. */
export function OAuth2Parameters({ parameters, onChange }: OAuth2ParametersProps) {
  const change = (index: number, patch: Partial<OAuth2Parameter>) =>
    onChange(
      index === parameters.length
        ? [...parameters, { ...emptyParameter, ...patch }]
        : parameters.map((one, at) => (at === index ? { ...one, ...patch } : one)),
    )
  return (
    <fieldset className={styles.parameters}>
      <legend className={styles.legend}>Extra parameters</legend>
      {[...parameters, emptyParameter].map((parameter, index) => (
        <ParameterRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position alone.
          key={index}
          parameter={parameter}
          isLast={index === parameters.length}
          onChange={patch => change(index, patch)}
          onRemove={() => onChange(parameters.filter((_, at) => at !== index))}
        />
      ))}
    </fieldset>
  )
}

interface ParameterRowProps {
  readonly parameter: OAuth2Parameter
  readonly isLast: boolean
  readonly onChange: (patch: Partial<OAuth2Parameter>) => void
  readonly onRemove: () => void
}

function ParameterRow({ parameter, isLast, onChange, onRemove }: ParameterRowProps) {
  const known = useContext(KnownVariablesContext)
  const { request, placement } = parameter
  return (
    <div className={styles.row}>
      <VariableInput
        label="Parameter name"
        value={parameter.name}
        known={known}
        placeholder="Name"
        onChange={name => onChange({ name })}
      />
      <VariableInput
        label="Parameter value"
        value={parameter.value}
        known={known}
        placeholder="Value"
        onChange={value => onChange({ value })}
      />
      {!isLast && (
        <>
          <PickerButton
            label="Request of the parameter"
            variant="cell"
            value={requests.find(one => one.id === request)?.label ?? ''}
            choices={requests}
            onChoose={id => {
              const chosen = requests.find(one => one.id === id)
              if (chosen !== undefined) onChange({ request: chosen.id })
            }}
          />
          {request === 'authorization' ? (
            <span className={styles.fixed}>Query</span>
          ) : (
            <PickerButton
              label="Place of the parameter"
              variant="cell"
              value={places.find(one => one.id === placement)?.label ?? ''}
              choices={places}
              onChoose={id => {
                const chosen = places.find(one => one.id === id)
                if (chosen !== undefined) onChange({ placement: chosen.id })
              }}
            />
          )}
          <IconButton label="Remove" size="small" onPress={onRemove}>
            <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  )
}
