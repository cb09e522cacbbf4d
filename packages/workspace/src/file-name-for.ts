import { isWhiteSpace, trimEndWhere } from '@parley/model'

/** Names that Windows reserves for devices, with any ending. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** Characters that some system refuses in a name, or that a shell interprets. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const refused = /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\p{Cs}]+/gu

/** Characters that a name does not begin with. Refused ones are dashes. */
const unwantedStart = /^[.\s-]+/u

/** No more units than these become one byte of a name: those of a letter with many accents are cut. */
const unitsPerByte = 8

/** Leaves room for an ending and a number in the 255 bytes that file systems allow. */
const maximumBytes = 120

/**
 * Returns a file or folder name for the display name `name` that is safe on every system: not a path, not a
 * reserved word, without leading or trailing dots and spaces, in one Unicode form and not too long (attacks
 * IM1). The display name is stored in the file.
 */
function fileNameFor(name: string, maximumNameBytes: number): string {
  const plain = name
    .replace(refused, '-')
    .replace(/\s+/gu, ' ')
    .replace(unwantedStart, '')
    // Cut first: putting accents in order takes the square of their number.
    .slice(0, maximumNameBytes * unitsPerByte)
    .toWellFormed()
    .normalize('NFC')
  const short = trimEndWhere(
    withinBytes(plain, maximumNameBytes),
    character => character === '.' || isWhiteSpace(character),
  )
  if (short === '') return 'unnamed'
  // A device name is reserved with any ending: `nul.yml`.
  return reserved.test(short.split('.', 1)[0] ?? '') ? `_${short}` : short
}

function withinBytes(name: string, maximumNameBytes: number): string {
  let bytes = 0
  let kept = ''
  for (const character of name) {
    bytes += Buffer.byteLength(character)
    if (bytes > maximumNameBytes) break
    kept += character
  }
  return kept
}

/**
 * Returns a key that is equal for names that a file system may consider the same, ignoring case and Unicode
 * form.
 */
export function sameNameKey(fileName: string): string {
  return fileName.normalize('NFKC').toLowerCase()
}

/**
 * Returns `BASE.ending`, or `BASE 2.ending` and so on, whichever is free.
 * @param takenKeys {@link sameNameKey} of the names in the same folder
 */
export function freeFileName(name: string, ending: string, takenKeys: ReadonlySet<string>): string {
  return freeName(fileNameFor(name, maximumBytes), ending, takenKeys, 1).fileName
}

/** Generates the names of many new files in a new folder, one after another. */
export class NewFileNames {
  readonly #taken: Set<string>
  readonly #lastNumbers = new Map<string, number>()

  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken.map(sameNameKey))
  }

  /** @param maximumNameBytes the limit in UTF-8 bytes, without ending and number */
  give(name: string, ending: string, maximumNameBytes: number = maximumBytes): string {
    const base = fileNameFor(name, maximumNameBytes)
    const key = sameNameKey(base + ending)
    // Thousands of requests may have the same name.
    const { fileName, number } = freeName(base, ending, this.#taken, this.#lastNumbers.get(key) ?? 1)
    this.#lastNumbers.set(key, number)
    this.#taken.add(sameNameKey(fileName))
    return fileName
  }
}

function freeName(base: string, ending: string, takenKeys: ReadonlySet<string>, firstNumber: number) {
  for (let number = firstNumber; ; number += 1) {
    const fileName = number === 1 ? `${base}${ending}` : `${base} ${number}${ending}`
    if (!takenKeys.has(sameNameKey(fileName))) return { fileName, number }
  }
}
