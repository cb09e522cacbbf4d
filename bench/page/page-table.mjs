import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { runProgram } from '../../scripts/run-program.mjs'

const path = 'docs/performance.md'

/** A row of the table: what was measured, in which unit, and the most it should be; null: only noted. */
export function row(what, value, target = null, unit = 'ms') {
  const shown = number => number.toFixed(number < 10 ? 1 : 0)
  const cells = [what, `${shown(value)} ${unit}`, target === null ? '' : `${target} ${unit}`]
  return [...cells, target === null ? '' : (value / target).toFixed(2)]
}

/**
 * Prints rows, and with `--write` writes them into the part of the page in docs/performance.md that has this name.
 */
export async function report(name, title, rows) {
  const width = Math.max(...rows.map(([what]) => what.length))
  console.log(`\n${title}`)
  for (const [what, value, target, ratio] of rows)
    console.log(
      `${what.padEnd(width)}  ${value.padStart(10)}${target === '' ? '' : ` (${ratio} of ${target})`}`,
    )
  if (!process.argv.includes('--write')) return
  await writePart(name, title, [['', 'measured', 'target', 'of the target'], ...rows])
}

/** Writes a table, whose first row is its head, into the part of docs/performance.md that has this name. */
export async function writePart(name, title, [head, ...rows]) {
  const [{ model }] = cpus()
  const machine = `${cpus().length} cores (${model.split(' ').slice(0, 2).join(' ')}), ${new Date().toISOString().slice(0, 10)}.`
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'))
  const lines = [head, rule, ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
  const part = `<!-- begin ${name} -->\n\n### ${title}\n\nChromium, ${machine}\n\n${lines}\n\n<!-- end ${name} -->`
  const page = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    page.replace(new RegExp(`<!-- begin ${name} -->[^]*<!-- end ${name} -->`), () => part),
  )
  await runProgram('@biomejs/biome/bin/biome', ['format', '--write', path])
}
