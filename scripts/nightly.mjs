import './require-node.mjs'

const { runNode, runProgram } = await import('./run-program.mjs')
const { runPart } = await import('./testing/run-part.mjs')

/**
 * Tests that take hours: thousands of kills, large transfers, all languages. Runs every part, or the named ones (`npm
 * run nightly -- toolchains`; `--list` prints them), or files of `tests/nightly` by their paths.
 */
const asked = process.argv.slice(2)
const files = asked.filter(one => one.includes('/'))

const parts = {
  build: { what: 'build', run: () => runNode(['scripts/build.mjs']) },
  long: {
    what: 'transfers, kill loops, memory and slow tests in full',
    run: () => runProgram('vitest/vitest.mjs', ['run', '--config', 'vitest.nightly.config.ts', ...files]),
  },
  browser: {
    what: 'further cases of browser tests',
    run: () => runNode(['scripts/e2e.mjs', '--grep=@nightly']),
  },
  toolchains: {
    what: 'generated code with all its languages',
    run: () => runNode(['scripts/test-toolchains.mjs']),
  },
}

if (asked.includes('--list')) {
  for (const [name, { what }] of Object.entries(parts)) process.stdout.write(`${name.padEnd(12)}${what}\n`)
} else if (files.length > 0) await runParts(['long'])
else await runParts(asked.length > 0 ? asked : Object.keys(parts))

async function runParts(names) {
  const unknown = names.filter(name => !(name in parts))
  if (unknown.length > 0) {
    process.stderr.write(`There is no part named ${unknown.join(', ')}. Run npm run nightly -- --list.\n`)
    process.exitCode = 3
    return
  }
  const failed = []
  for (const name of names) {
    const { result } = await runPart(parts[name].what, parts[name].run)
    if (result !== 0) failed.push(name)
  }
  process.stdout.write(
    `\n${names.length - failed.length} parts passed, ${failed.length} failed: ${failed.join(', ') || 'none'}\n`,
  )
  process.exitCode = failed.length === 0 ? 0 : 1
}
