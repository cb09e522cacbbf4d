const treeSelector = '#sidebar [role="tree"]'

/** The row of the sidebar's tree that the keyboard is on; null where the focus is elsewhere. */
export function focusedTreeId(): string | null {
  const { activeElement } = document
  if (activeElement === null || !activeElement.matches(treeSelector)) return null
  const row = document.getElementById(activeElement.getAttribute('aria-activedescendant') ?? '')
  return row?.dataset.nodeId ?? null
}

/** Puts the focus on the sidebar's tree. */
export function focusTree(): void {
  const tree = document.querySelector(treeSelector)
  if (tree instanceof HTMLElement) tree.focus()
}
