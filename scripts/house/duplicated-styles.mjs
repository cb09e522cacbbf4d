import '../require-node.mjs'

const { globSync, readFileSync } = await import('node:fs')
const { root } = await import('../run-program.mjs')

/** A copy counts from as many equal tokens in a row. */
const fewestTokens = 25
/** The highest share of duplicated lines, in per cent. */
const limit = 3

/**
 * Prints the share of duplicated lines of all CSS modules, and the copies. A copy is a run of at least 25 tokens that
 * stands before, in the same file or in another; comments and white space do not count. Fails above the limit.
 */
const files = globSync('apps/*/src/**/*.module.css', { cwd: root }).sort()
const seen = new Map()
const copies = []
let lines = 0
let duplicated = 0
for (const path of files) readStyles(path)
copies.sort((one, other) => other.lines - one.lines)
for (const copy of copies) process.stdout.write(`${copy.lines} lines: ${copy.at}, as in ${copy.first}\n`)
const share = (100 * duplicated) / lines
process.stdout.write(
  `${duplicated} of ${lines} lines in ${files.length} CSS modules are duplicated: ${share.toFixed(1)} %, at most ${limit} % may be.\n`,
)
process.exitCode = share > limit ? 1 : 0

function readStyles(path) {
  const text = readFileSync(`${root}/${path}`, 'utf8')
  lines += text.split('\n').length - 1
  const tokens = tokensOf(text)
  const copiedLines = new Set()
  const windows = []
  for (let start = 0; start + fewestTokens <= tokens.length; start++) {
    const window = tokens.slice(start, start + fewestTokens)
    const key = window.map(({ text }) => text).join(' ')
    windows.push([key, { path, line: window[0].line, start }])
    const first = seen.get(key)
    if (first === undefined) continue
    for (const { line } of window) copiedLines.add(line)
    noteCopy(path, window, first, start)
  }
  for (const [key, place] of windows) if (!seen.has(key)) seen.set(key, place)
  duplicated += copiedLines.size
}

/** Adds a copy, or lengthens the last one if the window goes on with it. */
function noteCopy(path, window, first, start) {
  const last = copies.at(-1)
  const to = window.at(-1).line
  if (last?.path === path && last.lastStart === start - 1) {
    last.lines = to - last.from + 1
    last.lastStart = start
    return
  }
  const from = window[0].line
  const at = `${path}:${from}`
  copies.push({
    path,
    from,
    lastStart: start,
    lines: to - from + 1,
    at,
    first: `${first.path}:${first.line}`,
  })
}

/** Returns words and punctuation with their lines. */
function tokensOf(text) {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
  return bare
    .split('\n')
    .flatMap((row, index) =>
      (row.match(/[\w%.#@&*-]+|[^\s\w]/g) ?? []).map(token => ({ text: token, line: index + 1 })),
    )
}
