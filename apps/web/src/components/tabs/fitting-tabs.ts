/** How wide tabs are, and how much room they have; all in CSS px. */
export interface TabRoom {
  readonly available: number
  readonly gap: number
  /** Of the button of the menu that holds those that do not fit. */
  readonly moreWidth: number
  widthOf(id: string): number
}

/**
 * The tabs that fit into a row, in their order: all of them, or as many from the first on as leave room for
 * the menu `More`. The selected one is always among them (DESIGN 7).
 */
export function fittingTabs<Tab extends { readonly id: string }>(
  tabs: readonly Tab[],
  selected: string,
  { available, gap, moreWidth, widthOf }: TabRoom,
): readonly Tab[] {
  const widthOfAll = tabs.reduce((sum, tab) => sum + widthOf(tab.id) + gap, -gap)
  if (widthOfAll <= available) return tabs
  let room = available - moreWidth - widthOf(selected)
  const firstLeftOut = tabs.findIndex(tab => {
    if (tab.id === selected) return false
    room -= widthOf(tab.id) + gap
    return room < gap
  })
  return tabs.filter((tab, index) => index < firstLeftOut || tab.id === selected)
}
