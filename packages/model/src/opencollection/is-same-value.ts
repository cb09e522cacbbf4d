/**
 * Returns whether two trees of plain data are equal. The order of keys does not matter, that of lists does.
 */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every(
    key => Object.hasOwn(right, key) && isSameValue(Reflect.get(left, key), Reflect.get(right, key)),
  )
}
