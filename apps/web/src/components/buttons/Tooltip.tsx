import { type ReactNode, useContext, useEffect } from 'react'
import {
  Tooltip as AriaTooltip,
  TooltipTrigger as AriaTooltipTrigger,
  TooltipTriggerStateContext,
} from 'react-aria-components/Tooltip'
import { flushSync } from 'react-dom'
import { KeyHint } from './KeyHint.tsx'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  readonly shortcut?: string | undefined
  readonly placement?: 'top' | 'bottom' | 'bottom end'
  readonly children: ReactNode
}

/** A tooltip, shown on hover and on keyboard focus of its control. */
export function Tooltip({ shortcut, placement = 'bottom', children }: TooltipProps) {
  return (
    <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
      <ClosedByEscape />
      {children}
      {shortcut !== undefined && <KeyHint keys={shortcut} />}
    </AriaTooltip>
  )
}

/**
 * Closes the tooltip around it on Esc, and lets the key through to what it is meant for: the dialog to
 * close, the send to cancel. The library's own listener keeps the key, so the tooltip has to be closed
 * before the event gets there.
 */
function ClosedByEscape() {
  const state = useContext(TooltipTriggerStateContext)
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') flushSync(() => state?.close(true))
    }
    window.addEventListener('keydown', close, true)
    return () => window.removeEventListener('keydown', close, true)
  }, [state])
  return null
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
