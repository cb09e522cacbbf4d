import { useId } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { classNames } from '../class-names.ts'
import styles from './SegmentedControl.module.css'

export interface SegmentedChoice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Shows a dot if it has content. */
  readonly hasContent?: boolean
  /** Whether something went wrong in its content. */
  readonly isFailed?: boolean
}

export interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly SegmentedChoice<Value>[]
  readonly onChange: (value: Value) => void
  /** Whether the selected choice takes the focus when it first shows. */
  readonly autoFocus?: boolean
  /**
   * Called when the selected choice is pressed again, so that it stays even if another one would be selected
   * later.
   */
  readonly onChooseAgain?: (value: Value) => void
}

/** Two to five exclusive views: a radio group, whose arrow keys choose and wrap around. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, choices, onChange, autoFocus = false, onChooseAgain } = props
  const [contentId, failedId] = [useId(), useId()]
  return (
    <RadioGroup
      aria-label={label}
      className={styles.group ?? ''}
      orientation="horizontal"
      value={value}
      onChange={chosenValue => {
        const chosen = choices.find(choice => choice.value === chosenValue)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      {choices.map(choice => (
        <Radio
          key={choice.value}
          autoFocus={autoFocus && choice.value === value}
          value={choice.value}
          {...(choice.hasContent === true && { 'aria-describedby': choice.isFailed ? failedId : contentId })}
          className={classNames(styles.pill, styles.choice)}
          onPress={() => {
            if (choice.value === value) onChooseAgain?.(choice.value)
          }}
        >
          {choice.label}
          {choice.hasContent === true && (
            <span className={classNames(styles.dot, choice.isFailed && styles.failed)} aria-hidden="true" />
          )}
        </Radio>
      ))}
      {choices.some(({ hasContent }) => hasContent === true) && (
        <>
          <span id={contentId} hidden>
            Has content
          </span>
          <span id={failedId} hidden>
            Failed
          </span>
        </>
      )}
    </RadioGroup>
  )
}
