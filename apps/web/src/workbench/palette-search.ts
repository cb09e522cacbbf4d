/** An entry that the palette can find; its ID says what choosing it does. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** Its path, or its kind; searched after the label. */
  readonly place: string
  /** Other words that find it, such as synonyms. They are not shown. */
  readonly keywords?: string
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

/** More than any label. */
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

/** How entries are searched and ordered. */
export interface SearchOptions {
  /** Whether letters of a word may be anywhere in the label, in their order. */
  readonly isLoose?: boolean
  /** The IDs of the entries that were used last, the latest first. */
  readonly recent?: readonly string[]
  /** The IDs of the entries that are found whatever their label says, because what is typed is in their URL. */
  readonly found?: ReadonlySet<string>
}

/**
 * Returns the entries that contain every word, or its letters at the beginnings of words: those that were used last
 * first, then those whose label begins with a word, otherwise in the given order. Matches in the path only count if no
 * label matches: otherwise a collection's name would list all its requests.
 */
export function findInGroup<Entry extends PaletteEntry>(
  title: string,
  entries: readonly Entry[],
  words: readonly string[],
  { isLoose = false, recent = [], found = noIds }: SearchOptions = {},
): PaletteGroup<Entry> {
  const matches = entries.flatMap((entry, index) => {
    const rank = rankOf(entry, words, isLoose, found.has(entry.id))
    if (rank === null) return []
    const used = words.length === 0 || rank > rankInside * words.length ? -1 : recent.indexOf(entry.id)
    return [{ entry, rank, index, used: used < 0 ? recent.length : used }]
  })
  const byLabel = matches.filter(({ rank }) => rank < rankOfPlace * words.length)
  const ranked = byLabel.length > 0 ? byLabel : matches
  ranked.sort((one, other) => one.used - other.used || one.rank - other.rank || one.index - other.index)
  const shown = ranked.slice(0, shownPerGroup).map(({ entry }) => entry)
  return { title, entries: shown, more: ranked.length - shown.length }
}

const noIds: ReadonlySet<string> = new Set()

/** The scores of a word: the lower, the better. */
const rankInside = 2
const rankOfBeginnings = 3
const rankOfKeywords = 4
/** Of a word that is only in the path of an entry. */
const rankOfPlace = 5
/** Added to the number of letters that are skipped, at most {@link mostSkipped}. */
const rankOfLetters = 3
const mostSkipped = 30

/** 0 is best; null: a word is missing. */
function rankOf(
  { label, place, keywords = '' }: PaletteEntry,
  words: readonly string[],
  isLoose: boolean,
  isFound: boolean,
): number | null {
  const name = lowerCase(label)
  let rank = 0
  for (const word of words) {
    const ofWord = rankInName(name, word) ?? rankElsewhere(word)
    if (ofWord === null) return null
    rank += ofWord
  }
  return rank

  function rankElsewhere(word: string): number | null {
    if (isFound || keywords.toLowerCase().includes(word)) return rankOfKeywords
    if (place.toLowerCase().includes(word)) return rankOfPlace
    const letters = isLoose ? lettersOf(name, word) : null
    return letters === null ? null : rankOfLetters + skipped(letters) / (mostSkipped + 1)
  }
}

function rankInName(name: string, word: string): number | null {
  const at = name.indexOf(word)
  if (at === 0) return 0
  if (at > 0) return isBeginning(name, at) ? 1 : rankInside
  return beginningsOf(name, word) === null ? null : rankOfBeginnings
}

/** Returns a text in lower case with the same positions; a few capitals would become two characters. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

function isBeginning(name: string, at: number): boolean {
  return at === 0 || (!isWordCharacter(name[at - 1]) && isWordCharacter(name[at]))
}

function isWordCharacter(character = ' '): boolean {
  return (character >= '0' && character <= '9') || character.toLowerCase() !== character.toUpperCase()
}

/** The number of beginnings that are tried, so that the time grows with the length of the name alone. */
const mostTries = 8

/**
 * Returns the positions of the letters of a word that follow one another or begin words, as of `lb` and `libo` in
 * `List books`; null if there are none.
 */
function beginningsOf(name: string, word: string): readonly number[] | null {
  let tries = 0
  for (let at = 0; at < name.length && tries < mostTries; at += 1) {
    if (name[at] !== word[0] || !isBeginning(name, at)) continue
    tries += 1
    const positions = beginningsFrom(name, word, at)
    if (positions !== null) return positions
  }
  return null
}

function beginningsFrom(name: string, word: string, first: number): readonly number[] | null {
  const positions = [first]
  let at = first + 1
  for (const letter of word.slice(1)) {
    if (name[at] !== letter) {
      do at = name.indexOf(letter, at + 1)
      while (at >= 0 && !isBeginning(name, at))
      if (at < 0) return null
    }
    positions.push(at)
    at += 1
  }
  return positions
}

/** Returns the positions of the letters of a word in their order, close together; null: one is missing, or too far away. */
function lettersOf(name: string, word: string): readonly number[] | null {
  let end = -1
  for (const letter of word) {
    end = name.indexOf(letter, end + 1)
    if (end < 0) return null
  }
  // From there backwards the letters are closest.
  const positions: number[] = []
  let at = end + 1
  for (const letter of [...word].toReversed()) {
    at = name.lastIndexOf(letter, at - 1)
    positions.unshift(at)
  }
  return skipped(positions) > mostSkipped ? null : positions
}

function skipped(positions: readonly number[]): number {
  return (positions.at(-1) ?? 0) - (positions[0] ?? 0) + 1 - positions.length
}

/** Returns a label in pieces, with the matches marked. */
export function markedPieces(
  label: string,
  words: readonly string[],
): readonly { readonly text: string; readonly isMatch: boolean }[] {
  const name = lowerCase(label)
  const isMarked = new Set(words.flatMap(word => marksOf(name, word)))
  const pieces: { text: string; isMatch: boolean }[] = []
  for (let at = 0; at < label.length; at += 1) {
    const isMatch = isMarked.has(at)
    const last = pieces.at(-1)
    if (last?.isMatch === isMatch) last.text += label[at]
    else pieces.push({ text: label[at] ?? '', isMatch })
  }
  return pieces
}

function marksOf(name: string, word: string): readonly number[] {
  const marks: number[] = []
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + word.length))
    for (let index = 0; index < word.length; index += 1) marks.push(at + index)
  return marks.length > 0 ? marks : (beginningsOf(name, word) ?? lettersOf(name, word) ?? [])
}
