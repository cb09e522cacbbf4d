import { readFileSync } from 'node:fs'
import type { FoundExpression } from './find-expressions.ts'

/** What is known of how the work of an expression grows with its text. */
export type Verdict = 'safe' | 'polynomial' | 'exponential' | 'unknown'

/** An expression that is not known to be safe, and why it stays. */
export interface ExcusedExpression {
  readonly expression: string
  /** Null if it is made at run time, which is not examined. */
  readonly verdict: Exclude<Verdict, 'safe'> | null
  /** The reason holds for these files only. */
  readonly files: readonly string[]
  readonly reason: string
}

/** The content of `verdicts.json`, in alphabetical order. */
export interface VerdictFile {
  readonly safe: readonly string[]
  readonly excused: readonly ExcusedExpression[]
}

export const verdictPath = new URL('verdicts.json', import.meta.url)

export function readVerdicts(): VerdictFile {
  return JSON.parse(readFileSync(verdictPath, 'utf8'))
}

/** Returns the expressions with the files of each, in alphabetical order. */
export function byText(
  found: readonly FoundExpression[],
): ReadonlyMap<string, { readonly literal: FoundExpression['literal']; readonly files: readonly string[] }> {
  const groups = Map.groupBy(
    found.toSorted((a, b) => (a.text < b.text ? -1 : 1)),
    ({ text }) => text,
  )
  return new Map(
    [...groups].map(([text, all]) => [
      text,
      { literal: all[0]?.literal ?? null, files: [...new Set(all.map(({ file }) => file))].toSorted() },
    ]),
  )
}

/** Returns what differs between the file and the expressions of the product, as sentences. */
export function staleVerdicts(
  { safe, excused }: VerdictFile,
  found: readonly FoundExpression[],
): readonly string[] {
  const inProduct = byText(found)
  const reasons = new Map(excused.map(one => [one.expression, one]))
  const known = new Set([...safe, ...reasons.keys()])
  const missing = [...inProduct].flatMap(([text, { files }]) => {
    const [file] = files.filter(one => reasons.get(text)?.files.includes(one) !== true)
    if (!known.has(text)) return [`${file}: ${text} has no verdict.`]
    return reasons.has(text) && file !== undefined
      ? [`${file}: the reason for ${text} is that of another file.`]
      : []
  })
  const stale = [...known].filter(text => !inProduct.has(text)).map(text => `${text} is in no file any more.`)
  const elsewhere = excused.flatMap(({ expression, files }) =>
    files
      .filter(file => inProduct.get(expression)?.files.includes(file) === false)
      .map(file => `${file} does not contain ${expression} any more.`),
  )
  const unexplained = excused
    .filter(({ reason }) => reason.trim() === '')
    .map(({ expression }) => `${expression} has no reason.`)
  return [...missing, ...stale, ...elsewhere, ...unexplained]
}
