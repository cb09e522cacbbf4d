import type { KeyboardEvent, PointerEvent } from 'react'
import { classNames } from './class-names.ts'
import styles from './ResizeHandle.module.css'

export interface ResizeHandleProps {
  readonly label: string
  /** The direction in which the line runs. */
  readonly orientation: 'vertical' | 'horizontal'
  readonly value: number
  readonly min: number
  readonly max: number
  /** The distance an arrow key moves, in CSS px. */
  readonly step: number
  readonly controls?: string
  readonly onKeyMove: (by: number) => void
  /** Called while dragged, with the pointer's position in the window. */
  readonly onDrag: (clientX: number, clientY: number) => void
  readonly onReset: () => void
}

/**
 * A line between two parts that can be moved with the pointer or the arrow keys; a double click resets it.
 */
export function ResizeHandle(props: ResizeHandleProps) {
  const { label, orientation, value, min, max, step, controls, onKeyMove, onDrag, onReset } = props
  const [back, forth] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === back) onKeyMove(-step)
    else if (event.key === forth) onKeyMove(step)
    else if (event.key === 'Home') onKeyMove(min - value)
    else if (event.key === 'End') onKeyMove(max - value)
    else if (event.key === 'Enter') onReset()
    else return
    event.preventDefault()
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientX, event.clientY)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is a control, which <hr> is not.
    <div
      role="separator"
      tabIndex={0}
      className={classNames(styles.handle, styles[orientation])}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(value)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      aria-controls={controls}
      onKeyDown={handleKeyDown}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onDoubleClick={onReset}
    />
  )
}
