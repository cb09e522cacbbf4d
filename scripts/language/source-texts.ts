import { parseSync } from 'rolldown/experimental'

/** A text in a source file, and the line where it begins. */
export interface SourceText {
  readonly line: number
  readonly text: string
}

/** The texts of a source file that a reader meets. */
export interface SourceTexts {
  /** What users can see: text in JSX, labels and sentences in strings; `…` stands for an inserted value. */
  readonly sentences: readonly SourceText[]
  /** Comments, doc comments among them, without their marks. */
  readonly comments: readonly SourceText[]
}

/** @param path its extension says how the file is read: `.ts`, `.tsx` or `.mjs` */
export function sourceTexts(path: string, source: string): SourceTexts {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const lineOf = lineFinder(source)
  const sentences: SourceText[] = []
  const root: unknown = program
  if (isNode(root))
    visit(root, '', (node, place) => {
      const text = textOf(node)
      if (text !== null && isShown(text, place)) sentences.push({ line: lineOf(beginOf(node)), text })
    })
  return {
    sentences,
    comments: comments.map(({ start, value }) => ({
      line: lineOf(start),
      text: value.replace(/^\s*\*+ ?/gm, '').trim(),
    })),
  }
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [property: string]: unknown
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** Parts of a program whose strings no user sees. */
const unseen = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'ThrowStatement',
  'MemberExpression',
])

/**
 * Calls back with each node that can hold a text, and the name of what it is given to: a property, an attribute,
 * a variable or a function.
 */
function visit(node: SyntaxNode, place: string, found: (node: SyntaxNode, place: string) => void): void {
  if (unseen.has(node.type) || node.type.startsWith('TS')) {
    visitTyped(node, place, found)
    return
  }
  found(node, place)
  for (const [property, child] of Object.entries(node)) {
    if (property === 'key' && node.computed !== true) continue
    const inner = placeOf(node, place)
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, inner, found)
  }
}

/** Of `value as Type` and `value satisfies Type` the value is read; a computed member can hold a text. */
function visitTyped(node: SyntaxNode, place: string, found: (node: SyntaxNode, place: string) => void): void {
  const { expression, object } = node
  if (/^TS(As|Satisfies|NonNull)Expression$/.test(node.type) && isNode(expression))
    visit(expression, place, found)
  if (node.type === 'MemberExpression' && isNode(object)) visit(object, place, found)
}

function placeOf(node: SyntaxNode, place: string): string {
  if (node.type === 'JSXAttribute' || node.type === 'Property' || node.type === 'VariableDeclarator') {
    const named = node.name ?? node.key ?? node.id
    return isNode(named) ? String(named.name ?? named.value ?? '') : place
  }
  if (node.type === 'CallExpression' && isNode(node.callee)) return String(node.callee.name ?? '')
  return place
}

/** The text of a string, a template or JSX; null for all other nodes. */
function textOf(node: SyntaxNode): string | null {
  if (node.type === 'JSXText') return String(node.value).replace(/\s+/g, ' ').trim()
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
}

/** JSX text begins with the line break before it. */
function beginOf({ type, start, value }: SyntaxNode): number {
  return type === 'JSXText' ? start + String(value).search(/\S/) : start
}

/** Names of properties and attributes whose texts are for programs. */
const technical =
  /^(className|class|id|key|kind|type|style|href|src|rel|d|viewBox|pattern|selector|query|sql|accept)$/

const sql = /^\s*(ALTER|BEGIN|COMMIT|CREATE|DELETE|DROP|INSERT|PRAGMA|SELECT|UPDATE|WITH) /

/** A word with a capital, or several words. */
function isShown(text: string, place: string): boolean {
  if (technical.test(place) || sql.test(text) || !/\p{L}{2}/u.test(text)) return false
  if (/^[A-Z][a-z]+(…|[.!?])?$/.test(text)) return true
  const words = text.trim().split(/\s+/)
  const isProse = words.filter(word => /^[“"(]?\p{L}[\p{L}’'-]*[.,:;!?”")…]*$/u.test(word)).length
  return words.length > 1 && isProse * 2 > words.length && !/[{};]$|=>|::/.test(text)
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return offset => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
