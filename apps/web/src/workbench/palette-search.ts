/** An entry that the palette can find; its ID says what choosing it does. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** Its path, or its kind; searched after the label. */
  readonly place: string
  /** The method of a request; null: it is none. */
  readonly method: string | null
}

export interface PaletteGroup<Entry extends PaletteEntry = PaletteEntry> {
  readonly title: string
  /** The best first. */
  readonly entries: readonly Entry[]
  /** How many more there are. */
  readonly more: number
}

/** The number of entries that a group shows: a user who looks for a later one types more. */
export const shownPerGroup = 30

/** More than any label; a pattern that marks a much longer text cannot be compiled. */
const maxCharacters = 1_000

/** A parsed search: `>` asks for commands only, `@` for environments. */
export interface PaletteQuery {
  readonly wants: 'all' | 'commands' | 'environments'
  /** In lower case; an entry must contain each. */
  readonly words: readonly string[]
}

export function paletteQuery(typed: string): PaletteQuery {
  const text = typed.trim().slice(0, maxCharacters).toLowerCase()
  const wants = text.startsWith('>') ? 'commands' : text.startsWith('@') ? 'environments' : 'all'
  const words = (wants === 'all' ? text : text.slice(1)).split(/\s+/).filter(word => word !== '')
  return { wants, words }
}

/**
 * Returns the entries that contain every word: those whose label begins with one first, otherwise in the
 * given order. Matches in the path only count if no label matches: otherwise a collection's name would list
 * all its requests.
 */
export function findInGroup<Entry extends PaletteEntry>(
  title: string,
  entries: readonly Entry[],
  words: readonly string[],
): PaletteGroup<Entry> {
  const found = entries.flatMap((entry, index) => {
    const rank = rankOf(entry, words)
    return rank === null ? [] : [{ entry, rank, index }]
  })
  const byLabel = found.filter(({ rank }) => rank < rankOfPlace * words.length)
  const ranked = byLabel.length > 0 ? byLabel : found
  ranked.sort((one, other) => one.rank - other.rank || one.index - other.index)
  const shown = ranked.slice(0, shownPerGroup).map(({ entry }) => entry)
  return { title, entries: shown, more: ranked.length - shown.length }
}

/** The score of a word that is only in the path of an entry. */
const rankOfPlace = 3

/** 0 is best; null: a word is missing. */
function rankOf({ label, place }: PaletteEntry, words: readonly string[]): number | null {
  const name = label.toLowerCase()
  const whole = `${name} ${place.toLowerCase()}`
  let rank = 0
  for (const word of words) {
    const at = name.indexOf(word)
    if (at < 0 && !whole.includes(word)) return null
    rank += at === 0 ? 0 : at < 0 ? rankOfPlace : /\W/.test(name[at - 1] ?? ' ') ? 1 : 2
  }
  return rank
}

/** Returns a label in pieces, with the matches marked. */
export function markedPieces(
  label: string,
  words: readonly string[],
): readonly { readonly text: string; readonly isMatch: boolean }[] {
  if (words.length === 0) return [{ text: label, isMatch: false }]
  const escaped = words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return label
    .split(new RegExp(`(${escaped.join('|')})`, 'i'))
    .map((text, index) => ({ text, isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
