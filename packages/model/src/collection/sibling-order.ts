/**
 * Returns whether the folders and other items of one parent share one order (behaviour, Order). Earlier files
 * number them apart, so a folder and another item have the same number; there, and if a folder has no number, folders
 * come first.
 */
export function sharesOneOrder(
  folders: readonly (number | null | undefined)[],
  others: readonly (number | null | undefined)[],
): boolean {
  const numbers = new Set(folders.map(sequence => sequence ?? null))
  return !numbers.has(null) && !others.some(sequence => numbers.has(sequence ?? null))
}
