/** Whether two values have the same parts, compared by identity, without looking at one of them. */
export function areSameBut<Value extends object>(left: keyof Value, one: Value, other: Value): boolean {
  return [...Object.keys(one), ...Object.keys(other)].every(
    key => key === left || Reflect.get(one, key) === Reflect.get(other, key),
  )
}
