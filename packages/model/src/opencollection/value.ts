/** A parsed YAML or JSON value as OpenCollection files hold it. */
export type OpenCollectionValue =
  | null
  | boolean
  | number
  | string
  | readonly OpenCollectionValue[]
  | OpenCollectionObject

export interface OpenCollectionObject {
  readonly [key: string]: OpenCollectionValue
}

/**
 * Returns an object with the keys that have a value, in the given order. The keys are Parley's own, never
 * those of a file.
 */
export function objectOf(
  entries: Readonly<Record<string, OpenCollectionValue | undefined>>,
): OpenCollectionObject {
  const kept: Record<string, OpenCollectionValue> = {}
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) kept[key] = value
  return kept
}

/** Returns undefined for an object without keys, as empty parts of a file are left out. */
export function unlessEmpty(object: OpenCollectionObject): OpenCollectionObject | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}

/** Returns undefined for an empty text, as empty texts of a file are left out. */
export function textUnlessEmpty(text: string): string | undefined {
  return text === '' ? undefined : text
}

/** Returns undefined for an empty list, as empty lists of a file are left out. */
export function listUnlessEmpty<Entry>(
  entries: readonly Entry[],
  write: (entry: Entry) => OpenCollectionValue,
): readonly OpenCollectionValue[] | undefined {
  return entries.length === 0 ? undefined : entries.map(write)
}

/** Returns true or undefined, as `disabled: false` and similar keys are left out. */
export function trueOrNothing(flag: boolean): true | undefined {
  return flag ? true : undefined
}
