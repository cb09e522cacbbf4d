import { SegmentedControl, type SegmentedControlProps } from '../buttons/SegmentedControl.tsx'
import { Switch, type SwitchProps } from '../buttons/Switch.tsx'
import type { OptionalNumberFieldProps } from './NumberField.tsx'
import { NumberField, type NumberFieldProps, OptionalNumberField } from './NumberField.tsx'
import { SettingRow, type SettingRowProps } from './SettingRow.tsx'

/** Setting rows with common controls; the label on the left is the control's accessible name. */

type Detail = Pick<SettingRowProps, 'detail'>

/** About 24 days, the maximum of timers. */
const longestMs = 2_147_483_647

/** The limits of a duration. */
export const milliseconds = { min: 0, max: longestMs, unit: 'ms' } as const

/** A row for an integer. Without a unit, its space stays empty, so that rows line up. */
export function NumberRow({ detail, ...props }: NumberFieldProps & Detail) {
  return (
    <SettingRow label={props.label} detail={detail}>
      <NumberField unit="" {...props} />
    </SettingRow>
  )
}

/** A row for an optional integer. */
export function OptionalNumberRow({ detail, ...props }: OptionalNumberFieldProps & Detail) {
  return (
    <SettingRow label={props.label} detail={detail}>
      <OptionalNumberField unit="" {...props} />
    </SettingRow>
  )
}

/** A row for a switch. */
export function SwitchRow({ detail, ...props }: SwitchProps & Detail) {
  return (
    <SettingRow label={props.label} detail={detail}>
      <Switch {...props} />
    </SettingRow>
  )
}

/** A row for one of a few choices. */
export function ChoiceRow<Value extends string>({ detail, ...props }: SegmentedControlProps<Value> & Detail) {
  return (
    <SettingRow label={props.label} detail={detail}>
      <SegmentedControl {...props} />
    </SettingRow>
  )
}
