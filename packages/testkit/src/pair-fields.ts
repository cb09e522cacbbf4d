/**
 * Converts Node's flat list of raw fields (name, value, name, value …) to objects, with order and case kept.
 */
export function pairFields(raw: readonly string[]): { name: string; value: string }[] {
  const fields: { name: string; value: string }[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    fields.push({ name: raw[index] ?? '', value: raw[index + 1] ?? '' })
  }
  return fields
}
