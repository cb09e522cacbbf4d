/** Between a field and the version of the file that the value is for; no field holds one. */
const mark = '\u0000'

/**
 * The values of secrets that belong to a version of a file, by field. A save that a kill cuts off leaves the values
 * of both versions in the store, and the file's content tells which of them are meant.
 */
export function valuesAt(
  stored: ReadonlyMap<string, string>,
  version: string | null,
): ReadonlyMap<string, string> {
  const values = new Map([...stored].filter(([field]) => !field.includes(mark)))
  for (const [field, value] of stored) {
    const [name = '', ofVersion] = field.split(mark)
    if (ofVersion !== undefined && ofVersion === version) values.set(name, value)
  }
  return values
}

/** What is stored while a file becomes a new version: the values of the old one, and those that differ in the new. */
export function stagedValues(
  old: ReadonlyMap<string, string>,
  values: ReadonlyMap<string, string>,
  version: string,
): ReadonlyMap<string, string> {
  const changed = [...values].filter(([field, value]) => old.get(field) !== value)
  return new Map([...old, ...changed.map(([field, value]) => [field + mark + version, value] as const)])
}
