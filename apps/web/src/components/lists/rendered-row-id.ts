/**
 * Returns the ID of the active row of a list of which only some rows exist, for `aria-activedescendant`; undefined while the row
 * does not exist, as an ID without an element is an error.
 */
export function renderedRowId(
  rendered: readonly (number | { readonly index: number })[],
  activeIndex: number,
  id: string,
): string | undefined {
  const exists = rendered.some(row => (typeof row === 'number' ? row : row.index) === activeIndex)
  return exists ? id : undefined
}
