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
 * Opens the filter: drawn as a field where the pane has room for one, else an icon. The filter is drawn, not
 * written, as the button's name is its label alone and its description the filter.
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
          data-text={filter === null || filter === '' ? 'Filter: $[*].title' : filter}
          aria-hidden="true"
        />
      </AriaButton>
      <Tooltip>{disabledReason ?? 'Filter'}</Tooltip>
    </TooltipTrigger>
  )
}
