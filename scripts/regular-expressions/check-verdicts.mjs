import '../require-node.mjs'

const { findOrInstallRecheck } = await import('../install/install-test-tools.mjs')
const { examineExpressions } = await import('./examine-expressions.mjs')
const { productExpressions } = await import('./find-expressions.ts')
const { byText, readVerdicts } = await import('./verdict-file.ts')

/**
 * Examines all regular expressions of the product, and fails where a verdict differs from that in `verdicts.json`. An
 * expression whose examination does not end in time differs from none: that depends on the machine. Nor does one for which
 * no text was found that keeps it busy, unless it is proven that there is none.
 */
const { safe, excused } = readVerdicts()
const known = new Map([
  ...safe.map(expression => [expression, 'safe']),
  ...excused.map(({ expression, verdict }) => [expression, verdict]),
])
const expressions = [...byText(productExpressions())].flatMap(([text, { literal }]) =>
  literal === null ? [] : [{ text, ...literal }],
)
/** Nearly all take milliseconds, and what is not decided in time keeps its verdict: those were written with more. */
const mostMs = 2_000
const folder = findOrInstallRecheck()
if (folder === null) process.stdout.write('recheck cannot be installed.\n')
const verdicts = folder === null ? new Map() : await examineExpressions(expressions, folder, mostMs)
const faults = [...verdicts].filter(([text, { verdict, isProven }]) => {
  const expected = known.get(text)
  if (verdict === expected || verdict === 'unknown') return false
  return verdict === 'safe'
    ? isProven && expected !== 'unknown'
    : expected !== 'unknown' || verdict === 'exponential'
})
for (const [text, { verdict }] of faults)
  process.stdout.write(`${text} is ${verdict}, and not ${known.get(text) ?? 'known'}.\n`)
const unfinished = [...verdicts].filter(([, { verdict }]) => verdict === 'unknown').length
process.stdout.write(`${verdicts.size} regular expressions were examined, ${unfinished} without a verdict.\n`)
process.exitCode = folder !== null && faults.length === 0 ? 0 : 1
