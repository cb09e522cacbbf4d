import styles from './FittingChoice.module.css'
import { PickerButton } from './PickerButton.tsx'
import { SegmentedControl, type SegmentedControlProps } from './SegmentedControl.tsx'

export interface FittingChoiceProps<Value extends string>
  extends Pick<SegmentedControlProps<Value>, 'label' | 'value' | 'choices' | 'onChange'> {
  /** Whether other tools share its row, which then has too little room sooner. */
  readonly isCrowded?: boolean
}

/** A choice among a few values: side by side where its container has the room for them, and otherwise a picker. */
export function FittingChoice<Value extends string>({
  isCrowded = false,
  ...select
}: FittingChoiceProps<Value>) {
  const { label, value, choices, onChange } = select
  return (
    <div className={styles.fitting} data-crowded={isCrowded || undefined}>
      <div className={styles.choices}>
        <SegmentedControl {...select} />
      </div>
      <div className={styles.picker}>
        <PickerButton
          label={label}
          value={choices.find(choice => choice.value === value)?.label ?? ''}
          choices={choices.map(choice => ({
            id: choice.value,
            label: choice.label,
            ...(choice.hasContent === true && { note: 'Has content' }),
          }))}
          onChoose={id => {
            const chosen = choices.find(choice => choice.value === id)
            if (chosen !== undefined) onChange(chosen.value)
          }}
        />
      </div>
    </div>
  )
}
