import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fittingTabs, type RowWidths } from './fitting-tabs.ts'

/** What was measured last. */
interface Measured extends Pick<RowWidths, 'available' | 'gap' | 'moreWidth'> {
  /** The width of every tab that was ever shown, because a tab in the menu has none. */
  readonly widths: Readonly<Record<string, number>>
}

/** Used until the menu was shown once. */
const usualMoreWidth = 52

/** CSS px that stay free at the end of a row. */
export interface EndWidths {
  readonly wide: number
  /** In a row of up to 640 px. */
  readonly narrow: number
}

/** The widest narrow row, as in the style sheets. */
const narrowRowPx = 640

/** Returns the tabs that fit into a row with space at its end. Pass `row` to the row as its ref. */
export function useFittingTabs<Tab extends { readonly id: string }>(
  tabs: readonly Tab[],
  selected: string,
  { wide, narrow }: EndWidths,
): { readonly row: RefObject<HTMLDivElement | null>; readonly shown: readonly Tab[] } {
  const row = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState<Measured | null>(null)
  const firstId = tabs[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another first tab the list is another element.
  useLayoutEffect(() => {
    const element = row.current
    const list = element?.querySelector('[role="tablist"]')
    if (element === null || list === null || list === undefined) return
    // Before the browser paints, so that no tab appears only to disappear.
    const observer = new ResizeObserver(() =>
      flushSync(() => setMeasured(before => measure(element, list, { wide, narrow }, before))),
    )
    observer.observe(element)
    observer.observe(list)
    return () => observer.disconnect()
  }, [wide, narrow, firstId])
  const shown =
    measured === null
      ? tabs
      : fittingTabs(tabs, selected, { ...measured, widthOf: id => measured.widths[id] ?? 0 })
  return { row, shown }
}

function measure(
  row: HTMLElement,
  list: Element,
  { wide, narrow }: EndWidths,
  before: Measured | null,
): Measured {
  const endWidthPx = row.clientWidth <= narrowRowPx ? narrow : wide
  const shown = [...list.querySelectorAll<HTMLElement>('[data-tab]')].map(
    tab => [tab.dataset.tab ?? '', tab.getBoundingClientRect().width + pixels(tab, 'margin-right')] as const,
  )
  const gap = pixels(list, 'column-gap')
  const isEndBelow = getComputedStyle(row).flexDirection === 'column'
  const around = [row, list.parentElement ?? row]
    .map(element => pixels(element, 'padding-left') + pixels(element, 'padding-right'))
    .reduce((sum, width) => sum + width, 0)
  return {
    available: row.clientWidth - around - (isEndBelow || endWidthPx === 0 ? 0 : endWidthPx + gap),
    gap,
    moreWidth:
      row.querySelector('[data-more]')?.getBoundingClientRect().width ?? before?.moreWidth ?? usualMoreWidth,
    widths: { ...before?.widths, ...Object.fromEntries(shown) },
  }
}

const pixels = (element: Element, property: string): number =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue(property)) || 0
