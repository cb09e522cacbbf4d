import '../require-node.mjs'

const { existsSync, readFileSync, writeFileSync } = await import('node:fs')
const { interruptedCode, killSeries, loads } = await import('../../tests/nightly/kept-results.ts')
const { root, runProgram } = await import('../run-program.mjs')

/**
 * Writes the tables of attempts, kills and load into docs/security.md, from what ran: `npm run test:all` writes
 * `test-results/attacks.json`, and `npm run nightly` adds to `kills.jsonl` and `load.jsonl` of `tests/nightly/kept`.
 */
const page = `${root}/docs/security.md`
const tables = { attempts: attempts(), kills: kills(), load: load() }
writeFileSync(page, withTables(readFileSync(page, 'utf8'), tables))
process.exitCode = await runProgram('@biomejs/biome/bin/biome', ['format', '--write', 'docs/security.md'])

/** Returns a page with new content between its marks, such as `<!-- kills -->` and `<!-- /kills -->`. */
function withTables(text, contents) {
  return Object.entries(contents).reduce((soFar, [name, lines]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [before, rest] = soFar.split(begin)
    const after = rest?.split(end)[1]
    if (after === undefined) throw new Error(`docs/security.md has no ${begin} with ${end}.`)
    return `${before}${begin}\n\n${lines.join('\n')}\n\n${end}${after}`
  }, text)
}

function attempts() {
  const path = `${root}/test-results/attacks.json`
  const shown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  const rows = [
    ...readFileSync(`${root}/docs/attacks.md`, 'utf8').matchAll(/^\| ([A-Z]{2}\d+) +\| (.+?) +\| .+\|$/gm),
  ]
  return [
    '| ID | Attempt | Verdict | Tests |',
    '| --- | --- | --- | --: |',
    ...rows.map(([, id, attempt]) => `| ${id} | ${attempt} | ${verdict(shown, id)} |`),
  ]
}

function verdict(shown, id) {
  if (shown === null) return 'not run |'
  const tests = shown[id] ?? []
  return tests.length === 0 ? 'not shown | 0' : `holds | ${tests.length}`
}

/** Returns the lines of a file of results; none if nothing ran. */
function resultsIn(name) {
  const path = `${root}/tests/nightly/kept/${name}.jsonl`
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

function kills() {
  const code = interruptedCode()
  const results = resultsIn('kills').filter(one => one.code === code)
  return [
    '| What is killed | Kills | Losses | Commits |',
    '| --- | --: | --: | --- |',
    ...Object.entries(killSeries).map(([name, what]) => {
      const own = results.filter(({ series }) => series === name)
      return own.length === 0
        ? `| ${what} | not run | | |`
        : `| ${what} | ${sum(own, 'kills')} | ${sum(own, 'lost')} | ${commitsOf(own)} |`
    }),
  ]
}

function load() {
  const results = resultsIn('load')
  return [
    '| Load | Memory grew by at most | Longest task of the page | Times | Commits |',
    '| --- | --: | --: | --: | --- |',
    ...Object.entries(loads).map(([name, what]) => {
      const own = results.filter(one => one.load === name)
      const most = Math.max(...own.map(({ grownMb }) => grownMb))
      return own.length === 0
        ? `| ${what} | not run | | | |`
        : `| ${what} | ${most} MB | ${longestTask(own)} | ${own.length} | ${commitsOf(own)} |`
    }),
  ]
}

/** Returns nothing where no page took part. */
function longestTask(results) {
  const times = results.flatMap(({ longestTaskMs }) => longestTaskMs ?? [])
  return times.length === 0 ? '' : `${Math.max(...times)} ms`
}

function sum(results, field) {
  return results.reduce((total, one) => total + one[field], 0)
}

function commitsOf(results) {
  return [...new Set(results.map(({ commit }) => commit.slice(0, 8)))].join(', ')
}
