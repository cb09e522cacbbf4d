import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger as AriaTooltipTrigger } from 'react-aria-components/Tooltip'
import { KeyHint } from './KeyHint.tsx'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  readonly shortcut?: string | undefined
  readonly placement?: 'top' | 'bottom' | 'bottom end'
  readonly children: ReactNode
}

/** Shown on hover and on keyboard focus of the control beside it. */
export function Tooltip({ shortcut, placement = 'bottom', children }: TooltipProps) {
  return (
    <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
      {children}
      {shortcut !== undefined && <KeyHint keys={shortcut} />}
    </AriaTooltip>
  )
}

export interface TooltipTriggerProps {
  /** For tooltips that are more than a name: the parent controls when it is shown. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** Holds a control and its tooltip. */
export function TooltipTrigger({ children, ...props }: TooltipTriggerProps) {
  return (
    <AriaTooltipTrigger {...props} delay={600} closeDelay={0}>
      {children}
    </AriaTooltipTrigger>
  )
}
