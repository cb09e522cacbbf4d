/** The widths of tabs and the available space, in CSS px. */
export interface RowWidths {
  readonly available: number
  readonly gap: number
  /** The width of the button of the menu with the remaining tabs. */
  readonly moreWidth: number
  widthOf(id: string): number
}

/**
 * Returns the tabs that fit into a row, in order: all, or the first ones that leave space for the menu
 * `More`. The selected one is always included (behaviour, Tabs that fit).
 */
export function fittingTabs<Tab extends { readonly id: string }>(
  tabs: readonly Tab[],
  selected: string,
  { available, gap, moreWidth, widthOf }: RowWidths,
): readonly Tab[] {
  const widthOfAll = tabs.reduce((sum, tab) => sum + widthOf(tab.id) + gap, -gap)
  if (widthOfAll <= available) return tabs
  let left = available - moreWidth - widthOf(selected)
  const firstLeftOut = tabs.findIndex(tab => {
    if (tab.id === selected) return false
    left -= widthOf(tab.id) + gap
    return left < gap
  })
  return tabs.filter((tab, index) => index < firstLeftOut || tab.id === selected)
}
