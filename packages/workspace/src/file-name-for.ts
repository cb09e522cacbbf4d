/** What Windows keeps for devices, with any ending. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** What some system refuses in a name, or a shell takes for something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const refused = /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\p{Cs}]+/gu

/** Room for an ending and a number in the 255 bytes that file systems give. */
const maximumBytes = 120

/**
 * A name of a file or folder for what people call `name`, safe on every system: no path, no reserved word,
 * no leading or trailing dot or space, in one Unicode form and not too long (attacks IM1). The shown name
 * stands in the file.
 */
function fileNameFor(name: string, maximumNameBytes: number): string {
  const plain = name
    .normalize('NFC')
    .replace(refused, '-')
    .replace(/\s+/gu, ' ')
    .replace(/^[.\s-]+|[.\s]+$/gu, '')
  const short = withinBytes(plain, maximumNameBytes).replace(/[.\s]+$/u, '')
  if (short === '') return 'unnamed'
  // Also with an ending a device is one: `nul.yml`.
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

/** What a file system that knows no case or Unicode forms takes for the same name. */
export function sameNameKey(fileName: string): string {
  return fileName.normalize('NFKC').toLowerCase()
}

/**
 * `BASE.ending`, or `BASE 2.ending` and so on, that is none of the names taken.
 * @param takenKeys {@link sameNameKey} of the names beside it
 */
export function freeFileName(name: string, ending: string, takenKeys: ReadonlySet<string>): string {
  return freeName(fileNameFor(name, maximumBytes), ending, takenKeys, 1).fileName
}

/** The names of many new files in a new folder, given one after the other. */
export class NewFileNames {
  readonly #taken: Set<string>
  readonly #lastNumbers = new Map<string, number>()

  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken.map(sameNameKey))
  }

  /** @param maximumNameBytes in UTF-8, without ending and number */
  give(name: string, ending: string, maximumNameBytes: number = maximumBytes): string {
    const base = fileNameFor(name, maximumNameBytes)
    const key = sameNameKey(base + ending)
    // Thousands of requests may have one name.
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
