import './require-node.mjs'

const { execFileSync } = await import('node:child_process')
const { existsSync } = await import('node:fs')
const { runPart } = await import('./testing/run-part.mjs')
const { root, runNode, runProgram } = await import('./run-program.mjs')
const { specsOf } = await import('./testing/spec-rooms.ts')

/**
 * Runs the tests that a change touches: those of `npm run test:all` that import a changed file, and the browser tests
 * of its rooms. The change is what differs from the named commit, by default from where the branch left `main`.
 */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const base = process.argv[2] ?? startOfBranch()
const changed = [
  ...git('diff', '--name-only', base).split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
].filter(path => path !== '' && existsSync(`${root}/${path}`))
const sources = changed.filter(path => /^(?:packages|apps|tests)\/.*\.tsx?$/.test(path))
const specs = specsOf(changed)

print(`${changed.length} files differ from ${base.slice(0, 12)}.`, changed)
print('Unit tests that import one of these run:', sources)
print('Browser tests that run:', specs)
const codes = []
if (sources.length > 0)
  codes.push(
    await part('unit tests', () =>
      runProgram('vitest/vitest.mjs', ['related', '--run', '--passWithNoTests', ...sources]),
    ),
  )
if (specs.length > 0) {
  codes.push(await part('build', () => runNode(['scripts/build.mjs'])))
  codes.push(
    await part('browser tests', () => runNode(['scripts/e2e.mjs', '--grep-invert=@nightly', ...specs])),
  )
}
process.exitCode = codes.some(code => code !== 0) ? 1 : 0

function startOfBranch() {
  for (const main of ['origin/main', 'main'])
    try {
      return git('merge-base', 'HEAD', main)
    } catch {
      // The clone may lack one of them.
    }
  return 'HEAD'
}

async function part(name, run) {
  return (await runPart(name, run)).result
}

function print(title, lines) {
  process.stdout.write(`${[title, ...lines.map(line => `  ${line}`)].join('\n')}\n`)
}
