/** Separates a field from the version of the file to which the value belongs; no field contains it. */
const mark = '\u0000'

/**
 * Returns the secret values that belong to a version of a file, by field. After a save that a kill
 * interrupted the store contains the values of both versions, and the file's content decides which ones
 * apply.
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

/**
 * Returns the values to store while a file is replaced: those of the old version, and those that differ in
 * the new one.
 */
export function stagedValues(
  old: ReadonlyMap<string, string>,
  values: ReadonlyMap<string, string>,
  version: string,
): ReadonlyMap<string, string> {
  const changed = [...values].filter(([field, value]) => old.get(field) !== value)
  return new Map([...old, ...changed.map(([field, value]) => [field + mark + version, value] as const)])
}
