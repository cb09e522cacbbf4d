/**
 * Returns `count` elements at even distances, the first and the last among them; all of them if there are no
 * more.
 */
export function evenlySpaced<Element>(elements: readonly Element[], count: number): readonly Element[] {
  if (elements.length <= count) return elements
  const step = (elements.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, index) => elements[Math.round(index * step)]).filter(
    element => element !== undefined,
  )
}
