/**
 * Returns `count` of the elements at even distances, the first and the last among them; all if there are no more.
 * A check of a long list takes them, and the slow test takes the list.
 */
export function evenly<Element>(elements: readonly Element[], count: number): readonly Element[] {
  if (elements.length <= count) return elements
  const step = count < 2 ? 0 : (elements.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, index) => elements[Math.round(index * step)]).filter(
    element => element !== undefined,
  )
}
