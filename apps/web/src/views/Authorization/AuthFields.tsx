import { Eye, EyeOff } from 'lucide-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { Switch } from '../../components/buttons/Switch.tsx'
import { classNames } from '../../components/class-names.ts'
import { VariableInput } from '../../components/fields/VariableInput.tsx'
import type { KnownVariables } from '../../workbench/variables/describe-variable.ts'
import styles from './AuthFields.module.css'

/** What `{{name}}` may refer to in the fields of a form. */
export const KnownVariablesContext = createContext<KnownVariables>(null)

interface AuthRowProps {
  readonly label: string
  readonly children: ReactNode
}

/** A row of a form whose control carries the label as its accessible name. */
function AuthRow({ label, children }: AuthRowProps) {
  return (
    <>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <div className={styles.cell}>{children}</div>
    </>
  )
}

export interface AuthTextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  /** A literal in it is masked and never written to a file. */
  readonly isSecret?: boolean
  readonly isMultiline?: boolean
}

/** A text field in which variables can be used. */
export function AuthText({ isSecret = false, isMultiline = false, ...text }: AuthTextProps) {
  const known = useContext(KnownVariablesContext)
  const [isShown, setIsShown] = useState(false)
  // A reference is not secret, and users want to see it.
  const isLiteral = isSecret && text.value !== '' && !text.value.includes('{{')
  return (
    <AuthRow label={text.label}>
      <div className={classNames(styles.box, isMultiline && styles.tall)}>
        <VariableInput {...text} known={known} isMasked={isLiteral && !isShown} isMultiline={isMultiline} />
        {isLiteral && (
          <IconButton
            label={isShown ? 'Hide value' : 'Show value'}
            size="small"
            onPress={() => setIsShown(!isShown)}
          >
            {isShown ? (
              <EyeOff size={14} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <Eye size={14} strokeWidth={1.75} aria-hidden="true" />
            )}
          </IconButton>
        )}
      </div>
    </AuthRow>
  )
}

export interface AuthPickProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly { readonly id: Value; readonly label: string }[]
  /** Shown for a value that is not among the choices. */
  readonly valueLabel?: string
  readonly onChange: (value: Value) => void
}

/** A picker for one of several values. */
export function AuthPick<Value extends string>(props: AuthPickProps<Value>) {
  const { label, value, choices, valueLabel, onChange } = props
  return (
    <AuthRow label={label}>
      <PickerButton
        label={label}
        variant="form"
        value={choices.find(choice => choice.id === value)?.label ?? valueLabel ?? value}
        choices={choices}
        onChoose={id => {
          const chosen = choices.find(choice => choice.id === id)
          if (chosen !== undefined) onChange(chosen.id)
        }}
      />
    </AuthRow>
  )
}

export interface AuthSwitchProps {
  readonly label: string
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
}

/** A switch, followed by its label. */
export function AuthSwitch(props: AuthSwitchProps) {
  return (
    <div className={styles.switch}>
      <Switch {...props} />
      <span aria-hidden="true">{props.label}</span>
    </div>
  )
}

/** A note in the column of the controls. */
export function AuthNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
