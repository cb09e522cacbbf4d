import { ok, type Result } from '@parley/model'
import { isAlias, isMap, isPair, isScalar, Lexer, type Node, type Pair, type Scalar, visit } from 'yaml'
import type { Damage } from './damage.ts'
import { parseYamlText } from './parse-yaml.ts'

/** A text of a YAML file, and the place where it is written. */
export interface YamlText {
  /** The keys that lead to it, outermost first, without positions in lists. */
  readonly keys: readonly string[]
  /** The `name` or `key` of the row that it is the `value` of; empty if it is none. */
  readonly rowName: string
  readonly value: string
  /** As it is written in the file, with its quotes. */
  readonly source: string
}

/** Returns what is shown instead of the texts and comments of a file. */
export interface YamlTextChange {
  /** Returns the new source of a text. */
  text(text: YamlText): string
  /** Returns the new comment, without its `#`. */
  comment(text: string): string
}

/**
 * Returns the text of a YAML file with each text and comment changed, and all else as written. An alias counts as the text
 * that it repeats.
 */
export function mapYamlTexts(text: string, change: YamlTextChange): Result<string, Damage> {
  const parsed = parseYamlText(text)
  if (!parsed.ok) return parsed
  const edits = commentEdits(text, change)
  const { document } = parsed.value
  const editOf = (scalar: Scalar, keys: readonly string[], rowName: string) => {
    const [start, end] = scalar.range ?? [0, 0]
    const source = text.slice(start, end)
    const shown = change.text({ keys, rowName, value: String(scalar.value), source })
    if (shown !== source) edits.set(start, { end, text: shown })
  }
  visit(document, {
    Scalar(key, scalar, path) {
      if (key !== 'key') editOf(scalar, keysOf(path), rowNameOf(path))
    },
    Alias(key, alias, path) {
      const node = key === 'key' ? undefined : alias.resolve(document)
      if (isScalar(node)) editOf(node, keysOf(path), rowNameOf(path))
    },
  })
  let shown = ''
  let at = 0
  for (const [start, edit] of [...edits].toSorted(([a], [b]) => a - b)) {
    if (start < at) continue
    shown += text.slice(at, start) + edit.text
    at = edit.end
  }
  return ok(shown + text.slice(at))
}

interface Edit {
  readonly end: number
  readonly text: string
}

/** The control characters that the lexer inserts, which are not in the text. */
const scalarMark = '\x1f'
const marks = new Set(['\x02', '\x18', scalarMark])

function commentEdits(text: string, change: YamlTextChange): Map<number, Edit> {
  const edits = new Map<number, Edit>()
  let at = 0
  let before = ''
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.startsWith('#') && before !== scalarMark) {
      const shown = `#${change.comment(lexeme.slice(1))}`
      if (shown !== lexeme) edits.set(at, { end: at + lexeme.length, text: shown })
    }
    if (!marks.has(lexeme)) at += lexeme.length
    before = lexeme
  }
  return edits
}

type Path = readonly (Node | Pair | object | null)[]

function keysOf(path: Path): readonly string[] {
  return path.flatMap(one => (isPair(one) ? [isScalar(one.key) ? String(one.key.value) : ''] : []))
}

function rowNameOf(path: Path): string {
  const pair = path.at(-1)
  const map = path.at(-2)
  if (!isPair(pair) || !isMap(map) || !isScalar(pair.key) || pair.key.value !== 'value') return ''
  for (const name of ['name', 'key']) {
    const own = map.get(name)
    if (typeof own === 'string') return own
    if (isAlias(own)) return 'secret'
  }
  return ''
}
