/** Joins the class names that are set into one attribute value. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(name => typeof name === 'string' && name !== '').join(' ')
}
