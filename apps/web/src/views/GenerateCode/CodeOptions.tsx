import type { CodeOption, CodeOptionValues, ListedTarget } from '@parley/codegen'
import { shownName } from '@parley/model'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { Switch } from '../../components/buttons/Switch.tsx'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { useCodeGeneration } from '../../wiring/use-stores.ts'
import { noticeLine } from '../../workbench/response/timeline.ts'
import styles from './CodeOptions.module.css'

export interface CodeOptionsProps {
  readonly target: ListedTarget<string>
  /** Called after every change. */
  readonly onChange: () => void
}

/** The switches of the dialog, and the options of the target. */
export function CodeOptions({ target, onChange }: CodeOptionsProps) {
  const code = useCodeGeneration()
  const { prepared, includesAuth, fillsVariables, options } = useStore(code.store)
  const chosen = options[target.id] ?? {}
  return (
    <div className={styles.options}>
      <OptionRow label="Include auth">
        <Switch
          label="Include auth"
          isSelected={includesAuth}
          onChange={isSelected => {
            code.includeAuth(isSelected)
            onChange()
          }}
        />
      </OptionRow>
      <OptionRow label="Fill in variables">
        <Switch
          label="Fill in variables"
          isSelected={fillsVariables}
          onChange={isSelected => {
            code.fillVariables(isSelected)
            onChange()
          }}
        />
      </OptionRow>
      <hr className={styles.line} />
      {target.options.map(option => (
        <OptionRow key={option.name} label={option.label}>
          <OptionControl
            option={option}
            value={chosen[option.name] ?? option.defaultValue}
            onChoose={value => {
              code.chooseOptions(target.id, { [option.name]: value })
              onChange()
            }}
          />
        </OptionRow>
      ))}
      {fillsVariables && <p className={styles.note}>Secret values appear as placeholders.</p>}
      {prepared?.ok && <PlaceholderNames label="Secret" names={prepared.value.secretNames} />}
      {prepared?.ok && <PlaceholderNames label="No value known for" names={prepared.value.unknownNames} />}
      {prepared?.ok && prepared.value.unsaved !== null && (
        <p className={styles.note}>{noticeLine(prepared.value.unsaved)}</p>
      )}
    </div>
  )
}

function OptionRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      {children}
    </div>
  )
}

type OptionValue = CodeOptionValues[keyof CodeOptionValues]

interface OptionControlProps {
  readonly option: CodeOption
  readonly value: OptionValue
  readonly onChoose: (value: OptionValue) => void
}

function OptionControl({ option: { label, choices }, value, onChoose }: OptionControlProps) {
  if (choices !== undefined) {
    const all: readonly { readonly value: OptionValue; readonly label: string }[] = choices
    return (
      <PickerButton
        label={label}
        value={all.find(one => one.value === value)?.label ?? ''}
        choices={all.map(one => ({ id: String(one.value), label: one.label }))}
        onChoose={id => {
          const found = all.find(one => one.value === id)
          if (found !== undefined) onChoose(found.value)
        }}
      />
    )
  }
  return typeof value === 'number' ? (
    <NumberField label={label} min={0} max={longestTimeoutMs} value={value} onChange={onChoose} />
  ) : (
    <Switch label={label} isSelected={value === true} onChange={onChoose} />
  )
}

/** A day. */
const longestTimeoutMs = 86_400_000

function PlaceholderNames({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className={styles.note}>
      {label}: {names.map(name => `{{${shownName(name)}}}`).join(', ')}
    </p>
  )
}
