import type { OpenTab } from './request-tab.ts'

/** Returns tabs in the order of the strip: the pinned ones come first. */
export function inStripOrder(tabs: readonly OpenTab[]): readonly OpenTab[] {
  return [...tabs.filter(isPinned), ...tabs.filter(tab => !isPinned(tab))]
}

/** Whether a tab stays at the left of the strip, and open while others close. */
export function isPinned({ isPinned: isSet }: OpenTab): boolean {
  return isSet === true
}
