import { isDeepEqual } from '../deep-equal.ts'

/** The three versions of a document: as last read or saved, as edited here, and as in its file now. */
export interface Versions<Value> {
  readonly base: Value
  readonly mine: Value
  readonly theirs: Value
}

/** One field in which the edited version and the file differ. */
export interface Difference<Value> {
  /** Unique among the differences of one document. */
  readonly label: string
  /** The text to show; null if the field is absent. */
  readonly mine: string | null
  readonly theirs: string | null
  /** Compared with the version that was read or saved last. */
  readonly isMineChanged: boolean
  readonly areTheirsChanged: boolean
  /** Whether a change in the file only is taken over without asking. */
  readonly isSilent: boolean
  /** Returns the value with this field as in the file. */
  withTheirs(value: Value): Value
}

/** Lists the fields in which the edited version and the file differ. */
export type Compare<Value> = (versions: Versions<Value>) => readonly Difference<Value>[]

/** Compares a value as one field. */
export function wholeField<Value>(
  label: string,
  show: (value: Value) => string | null,
  { isSilent = false } = {},
): Compare<Value> {
  return ({ base, mine, theirs }) => {
    if (isDeepEqual(mine, theirs)) return []
    return [
      {
        label,
        ...shownTexts(show(mine), show(theirs)),
        isMineChanged: !isDeepEqual(mine, base),
        areTheirsChanged: !isDeepEqual(theirs, base),
        isSilent,
        withTheirs: () => theirs,
      },
    ]
  }
}

/** Compares the part of a value under one key. */
export function under<Value extends object, Key extends keyof Value>(
  key: Key,
  compare: Compare<Value[Key]>,
): Compare<Value> {
  return ({ base, mine, theirs }) =>
    compare({ base: base[key], mine: mine[key], theirs: theirs[key] }).map(difference => ({
      ...difference,
      withTheirs: value => withPart(value, key, difference.withTheirs(value[key])),
    }))
}

/** Compares what is under one key as one field. */
export function field<Value extends object, Key extends keyof Value>(
  key: Key,
  label: string,
  show: (part: Value[Key]) => string | null,
  options: { readonly isSilent?: boolean } = {},
): Compare<Value> {
  return under(key, wholeField(label, show, options))
}

/** Lists the differences of several fields, in their order. */
export function fields<Value>(...compares: readonly Compare<Value>[]): Compare<Value> {
  return versions => compares.flatMap(compare => compare(versions))
}

/** How the items of a list are compared. */
export interface ListWords<Item> {
  /** Before the name of an item, such as `Header`. */
  readonly one: string
  /** Of the list as a whole, such as `Headers`. */
  readonly all: string
  nameOf(item: Item): string
  /** Items with the same key are the same one; without it that of the name. */
  keyOf?(item: Item): string
  show(item: Item): string
}

/**
 * Compares a list item by item. If names occur twice or the order differs, items cannot be taken over one by
 * one, and the list is one field.
 */
export function listField<Item>(words: ListWords<Item>): Compare<readonly Item[]> {
  const keyOf = words.keyOf ?? words.nameOf
  const whole = wholeField<readonly Item[]>(words.all, items =>
    items.map(item => `${words.nameOf(item)}: ${words.show(item)}`).join('\n'),
  )
  return versions => {
    const { base, mine, theirs } = versions
    const [ours, others] = [mine.map(keyOf), theirs.map(keyOf)]
    if (!areInOneOrder(ours, others)) return whole(versions)
    const find = (items: readonly Item[], key: string) => items.find(item => keyOf(item) === key)
    const keys = [...others, ...ours.filter(key => !others.includes(key))]
    return keys.flatMap(key => {
      const [was, own, other] = [find(base, key), find(mine, key), find(theirs, key)]
      const named = own ?? other
      if (named === undefined || isDeepEqual(own, other)) return []
      const show = (item: Item | undefined) => (item === undefined ? null : words.show(item))
      return [
        {
          label: `${words.one} ${words.nameOf(named)}`,
          ...shownTexts(show(own), show(other)),
          isMineChanged: !isDeepEqual(own, was),
          areTheirsChanged: !isDeepEqual(other, was),
          isSilent: false,
          withTheirs: items => withItem(items, key, { keyOf, theirs }),
        },
      ]
    })
  }
}

/** Marks texts that read the same although their values differ, such as two masked secrets. */
function shownTexts(
  mine: string | null,
  theirs: string | null,
): Pick<Difference<unknown>, 'mine' | 'theirs'> {
  const isAlike = mine !== null && mine === theirs
  return { mine, theirs: isAlike ? `${theirs} (different)`.trimStart() : theirs }
}

function areInOneOrder(mine: readonly string[], theirs: readonly string[]): boolean {
  const [ours, others] = [new Set(mine), new Set(theirs)]
  if (ours.size < mine.length || others.size < theirs.length) return false
  const shared = mine.filter(key => others.has(key))
  return theirs.filter(key => ours.has(key)).every((key, index) => shared[index] === key)
}

interface TheirItems<Item> {
  readonly theirs: readonly Item[]
  keyOf(item: Item): string
}

/**
 * Returns a list in which the item with a key is as in `theirs`: replaced, removed, or inserted after its
 * predecessor.
 */
function withItem<Item>(
  items: readonly Item[],
  key: string,
  { theirs, keyOf }: TheirItems<Item>,
): readonly Item[] {
  const at = items.findIndex(item => keyOf(item) === key)
  const theirAt = theirs.findIndex(item => keyOf(item) === key)
  const wanted = theirs[theirAt]
  if (wanted === undefined) return items.toSpliced(at, at < 0 ? 0 : 1)
  if (at >= 0) return items.with(at, wanted)
  const before = theirs.slice(0, theirAt).map(keyOf)
  return items.toSpliced(items.findLastIndex(item => before.includes(keyOf(item))) + 1, 0, wanted)
}

function withPart<Value extends object, Key extends keyof Value>(
  value: Value,
  key: Key,
  part: Value[Key],
): Value {
  const next = { ...value, [key]: part }
  if (part === undefined) Reflect.deleteProperty(next, key)
  return next
}
