import '../../scripts/require-node.mjs'

const { runNode } = await import('../../scripts/run-program.mjs')

/** Runs the benches of the page one after another; `--write` writes what they measure into docs/performance.md. */
for (const name of ['body-typing', 'docs', 'large-bodies', 'large-workspace', 'assistant'])
  if ((await runNode([`bench/page/${name}.mjs`, ...process.argv.slice(2)])) !== 0) process.exitCode = 1
