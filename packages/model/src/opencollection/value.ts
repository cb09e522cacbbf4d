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

/** An object of the keys that have a value, in the order given; the keys are ours, never a file's. */
export function objectOf(
  entries: Readonly<Record<string, OpenCollectionValue | undefined>>,
): OpenCollectionObject {
  const kept: Record<string, OpenCollectionValue> = {}
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) kept[key] = value
  return kept
}

/** Nothing for an object without keys: empty parts of a file are left out. */
export function unlessEmpty(object: OpenCollectionObject): OpenCollectionObject | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}

/** Nothing for an empty text: empty texts of a file are left out. */
export function textUnlessEmpty(text: string): string | undefined {
  return text === '' ? undefined : text
}

/** Nothing for an empty list: empty lists of a file are left out. */
export function listUnlessEmpty<Entry>(
  entries: readonly Entry[],
  write: (entry: Entry) => OpenCollectionValue,
): readonly OpenCollectionValue[] | undefined {
  return entries.length === 0 ? undefined : entries.map(write)
}

/** `true` or nothing: `disabled: false` and its kind are left out. */
export function trueOrNothing(flag: boolean): true | undefined {
  return flag ? true : undefined
}
