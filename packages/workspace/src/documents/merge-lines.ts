import { matchLists } from './match-lists.ts'

/**
 * Merges three texts by lines: applies the changes from `base` to `edited` to `kept`, which is `base` with
 * other spaces and quotes. Changed lines get the indentation that `kept` uses at their depth. If a change
 * affects a line whose style differs, the edited line wins.
 */
export function mergeLines(base: string, kept: string, edited: string): string {
  if (base === kept) return edited
  const [baseLines, keptLines, editedLines] = [linesOf(base), linesOf(kept), linesOf(edited)]
  const inKept = new Map(matchLists(baseLines.map(withoutSpaces), keptLines.map(withoutSpaces), Object.is))
  const inEdited = new Map(matchLists(baseLines, editedLines, Object.is))
  const indents = new IndentMap(baseLines, keptLines, inKept)
  const merged: string[] = []
  let [fromBase, fromKept, fromEdited] = [0, 0, 0]
  for (let index = 0; index <= baseLines.length; index += 1) {
    const keptIndex = index === baseLines.length ? keptLines.length : inKept.get(index)
    const editedIndex = index === baseLines.length ? editedLines.length : inEdited.get(index)
    if (keptIndex === undefined || editedIndex === undefined) continue
    const between = baseLines.slice(fromBase, index)
    const editedBetween = editedLines.slice(fromEdited, editedIndex)
    const isEdited =
      between.length !== editedBetween.length || between.some((line, at) => line !== editedBetween[at])
    const lines = isEdited
      ? editedBetween.map((line, at) => indents.indent(line, Math.min(fromBase + at, index)))
      : keptLines.slice(fromKept, keptIndex)
    // Not spread: that takes the stack for each line.
    for (const line of lines) merged.push(line)
    if (index < baseLines.length) merged.push(keptLines[keptIndex] ?? '')
    ;[fromBase, fromKept, fromEdited] = [index + 1, keptIndex + 1, editedIndex + 1]
  }
  return merged.join('')
}

/** Maps each indentation in `base` to the one in `kept`. */
class IndentMap {
  readonly #base: readonly string[]
  readonly #kept: readonly string[]
  readonly #inKept: ReadonlyMap<number, number>
  /** What was found from a line on in a direction, by line, so that no line is looked at twice for a depth. */
  readonly #found = new Map<string, Map<number, string | null>>()

  constructor(base: readonly string[], kept: readonly string[], inKept: ReadonlyMap<number, number>) {
    this.#base = base
    this.#kept = kept
    this.#inKept = inKept
  }

  /**
   * Indents like the line that it replaces, or else like the nearest line of its depth in the same block,
   * upwards first.
   */
  indent(line: string, index: number): string {
    const depth = indentOf(line).length
    const alike =
      this.#keptIndentAt(index, depth) ?? this.#nearby(index, -1, depth) ?? this.#nearby(index, 1, depth)
    return alike === null ? line : alike + line.slice(depth)
  }

  #nearby(from: number, step: 1 | -1, depth: number): string | null {
    const key = `${step} ${depth}`
    const known = this.#found.get(key) ?? new Map<number, string | null>()
    this.#found.set(key, known)
    let found: string | null = null
    let index = from + step
    for (; index >= 0 && index < this.#base.length; index += step) {
      const earlier = known.get(index)
      found = earlier === undefined ? this.#keptIndentAt(index, depth) : earlier
      if (earlier !== undefined || found !== null) break
      if (indentOf(this.#base[index] ?? '').length < depth) break
    }
    for (let passed = from + step; passed !== index; passed += step) known.set(passed, found)
    return found
  }

  #keptIndentAt(index: number, depth: number): string | null {
    const keptLine = this.#kept[this.#inKept.get(index) ?? -1]
    return keptLine !== undefined && indentOf(this.#base[index] ?? '').length === depth
      ? indentOf(keptLine)
      : null
  }
}

/** Splits a text into lines, each with its line break. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/)
}

function indentOf(line: string): string {
  return /^ */.exec(line)?.[0] ?? ''
}

function withoutSpaces(line: string): string {
  return line.trim().replace(/\s+/g, ' ')
}
