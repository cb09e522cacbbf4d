import '../require-node.mjs'

const { writeFileSync } = await import('node:fs')
const { fileURLToPath } = await import('node:url')
const { findOrInstallRecheck } = await import('../install/install-test-tools.mjs')
const { runProgram } = await import('../run-program.mjs')
const { examineExpressions } = await import('./examine-expressions.mjs')
const { productExpressions } = await import('./find-expressions.ts')
const { byText, readVerdicts, verdictPath } = await import('./verdict-file.ts')

/**
 * Writes `verdicts.json` for the expressions of the product. What is in it stays; `--all` examines everything. Each that is not
 * safe needs a reason, which you write: better, write it so that it is safe.
 */
const before = readVerdicts()
const reasons = new Map(before.excused.map(one => [one.expression, one]))
const safe = new Set(before.safe)
const found = byText(productExpressions())
const isAll = process.argv.includes('--all')
const unexamined = [...found]
  .filter(([text, { literal }]) => literal !== null && (isAll || (!safe.has(text) && !reasons.has(text))))
  .map(([text, { literal }]) => ({ text, ...literal }))
const folder = unexamined.length === 0 ? '' : findOrInstallRecheck()
if (folder === null) throw new Error('recheck cannot be installed')
const verdicts = await examineExpressions(unexamined, folder, 40_000)
const verdictOn = text =>
  verdicts.get(text)?.verdict ?? (safe.has(text) ? 'safe' : reasons.get(text)?.verdict)
const isSafe = text => verdictOn(text) === 'safe'
const file = {
  safe: [...found.keys()].filter(isSafe),
  excused: [...found]
    .filter(([text]) => !isSafe(text))
    .map(([expression, { files, literal }]) => ({
      expression,
      verdict: literal === null ? null : verdictOn(expression),
      files,
      reason: reasons.get(expression)?.reason ?? '',
    })),
}
writeFileSync(verdictPath, JSON.stringify(file, null, 2))
await runProgram('@biomejs/biome/bin/biome', ['format', '--write', fileURLToPath(verdictPath)])
for (const { expression, verdict, files } of file.excused.filter(({ reason }) => reason === ''))
  process.stdout.write(
    `${files.join(', ')}: ${expression} (${verdict ?? 'made at run time'}) needs a reason.\n`,
  )
