import { ListFilter } from 'lucide-react'
import type { Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Tooltip, TooltipTrigger } from '../../../components/buttons/Tooltip.tsx'
import styles from './FilterButton.module.css'

export interface FilterButtonProps {
  /** What is filtered by; null while nothing is. */
  readonly filter: string | null
  /** Why there is nothing to filter; null where there is. */
  readonly disabledReason: string | null
  readonly onPress: () => void
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * Opens the filter, whose field is below: looks like a field if the pane has space for one, otherwise like an icon. CSS
 * draws the text, because the button's accessible name is only its label; the filter is its description.
 */
export function FilterButton({ filter, disabledReason, onPress, ref }: FilterButtonProps) {
  const isDisabled = disabledReason !== null
  return (
    <TooltipTrigger>
      <AriaButton
        {...(ref !== undefined && { ref })}
        aria-label="Filter"
        aria-disabled={isDisabled}
        className={styles.button ?? ''}
        data-filtering={filter === null ? undefined : ''}
        render={buttonProps => (
          <button {...buttonProps} {...(filter !== null && { 'aria-description': filter })} />
        )}
        onPress={() => !isDisabled && onPress()}
      >
        <ListFilter size={14} strokeWidth={1.75} aria-hidden="true" />
        <span
          className={styles.text}
          data-text={filter === null ? 'Filter: $[*].title' : 'Filter'}
          aria-hidden="true"
        />
      </AriaButton>
      <Tooltip>{disabledReason ?? 'Filter'}</Tooltip>
    </TooltipTrigger>
  )
}
