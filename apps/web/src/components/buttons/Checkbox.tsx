import styles from './Checkbox.module.css'

export interface CheckboxProps {
  readonly label: string
  readonly isSelected: boolean
  readonly isIndeterminate?: boolean
  readonly isDisabled?: boolean
  /** False if it is reached with the arrow keys of its grid. */
  readonly isTabStop?: boolean
  readonly onChange: () => void
}

/** A checkbox for a part of the data: the browser's own, drawn in the page's colours. */
export function Checkbox({
  label,
  isSelected,
  isIndeterminate = false,
  isDisabled = false,
  isTabStop = true,
  onChange,
}: CheckboxProps) {
  return (
    <input
      type="checkbox"
      className={styles.checkbox}
      aria-label={label}
      checked={isSelected}
      disabled={isDisabled}
      ref={input => {
        if (input !== null) input.indeterminate = isIndeterminate
      }}
      tabIndex={isTabStop ? 0 : -1}
      onChange={onChange}
    />
  )
}
