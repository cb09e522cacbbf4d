import { useRef } from 'react'
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
  const { label, value, choices } = select
  const own = useRef<HTMLDivElement>(null)
  const onChange = (chosen: Value) => {
    select.onChange(chosen)
    // A choice may give its container another width, and with it the other form, which the focus follows.
    afterLayout(() => {
      const { activeElement } = document
      if (activeElement !== document.body && !own.current?.contains(activeElement)) return
      if (activeElement === document.body || !isShown(activeElement)) shownControl(own.current)?.focus()
    })
  }
  return (
    <div ref={own} className={styles.fitting} data-crowded={isCrowded || undefined}>
      <div className={styles.choices}>
        <SegmentedControl {...select} onChange={onChange} />
      </div>
      <div className={styles.picker}>
        <PickerButton
          label={label}
          value={choices.find(choice => choice.value === value)?.label ?? ''}
          choices={choices.map(choice => ({
            id: choice.value,
            label: choice.label,
            ...(choice.hasContent === true && { note: choice.isFailed ? 'Failed' : 'Has content' }),
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

/** The number of frames that a menu may need to close. */
const closingFrames = 30

/** Calls back when the new layout shows, and the menu of the choice has closed and returned the focus. */
function afterLayout(act: () => void, framesLeft = closingFrames): void {
  requestAnimationFrame(() => {
    const isInMenu = document.activeElement?.closest('[role="menu"], [role="dialog"]') != null
    if (isInMenu && framesLeft > 0) afterLayout(act, framesLeft - 1)
    else requestAnimationFrame(act)
  })
}

const isShown = (element: Element | null) => element !== null && element.getClientRects().length > 0

function shownControl(own: HTMLElement | null): HTMLElement | undefined {
  const controls = own?.querySelectorAll<HTMLElement>(
    'input:checked, [role=radio][aria-checked=true], button',
  )
  return [...(controls ?? [])].find(control => isShown(control.closest('label') ?? control))
}
