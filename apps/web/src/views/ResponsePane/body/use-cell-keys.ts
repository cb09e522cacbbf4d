import type { KeyboardEvent } from 'react'
import type { ScaledRows } from '../../../components/lists/use-scaled-rows.ts'

/** A cell of a table, and the element that shows it. */
export interface CellPlace {
  readonly row: number
  readonly column: number
  readonly element: Element
}

/** By how many rows and columns a key moves. */
const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** Leads the focus through the cells of a table, of which only the visible rows exist: Enter goes in, Esc goes out. */
export function useCellKeys(list: ScaledRows, rowCount: number, columnCount: number) {
  const cellAt = (row: number, column: number) => {
    const cell = list.scroller.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
    return cell?.querySelector('button') ?? cell ?? null
  }

  function goTo(row: number, column: number): void {
    if (row < 0 || row >= rowCount || column < 0 || column >= columnCount) return
    list.showRow(row)
    const focus = (frames: number) => {
      const cell = cellAt(row, column)
      if (cell === null && frames > 0) requestAnimationFrame(() => focus(frames - 1))
      cell?.focus()
    }
    focus(5)
  }

  /** Returns whether the key did something. */
  function press({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
    const place = cellPlaceOf(target)
    const move = moves[key]
    if (place === null) {
      if (key !== 'Enter' || target !== currentTarget) return false
      const { top } = currentTarget.getBoundingClientRect()
      const firstCells = [...currentTarget.querySelectorAll('[data-cell$=":0"]')]
      const shown = firstCells.find(cell => cell.getBoundingClientRect().top >= top)
      goTo(cellPlaceOf(shown ?? null)?.row ?? 0, 0)
      return true
    }
    if (key === 'Escape') currentTarget.focus()
    else if (move === undefined) return false
    else goTo(place.row + move[0], place.column + move[1])
    return true
  }

  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (press(event)) event.preventDefault()
    else list.onKeyDown(event)
  }
}

/** Returns the cell that an element is in; null: none. */
export function cellPlaceOf(target: EventTarget | null): CellPlace | null {
  const element = target instanceof Element ? target.closest('[data-cell]') : null
  const [row, column] = (element?.getAttribute('data-cell') ?? '').split(':').map(Number)
  return element === null || row === undefined || column === undefined ? null : { row, column, element }
}
