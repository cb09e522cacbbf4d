import './require-node.mjs'

const { spawn } = await import('node:child_process')
const { root, runNode } = await import('./run-program.mjs')

/** Builds, then runs the server until it is ended; `npm start -- --no-open` passes its options on. */
const buildCode = await runNode(['scripts/build.mjs'])
if (buildCode !== 0) process.exit(buildCode)
const server = spawn(
  process.execPath,
  ['apps/server/dist/main.js', '--page', 'apps/web/dist', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
// The terminal sends Ctrl+C to both; the server ends by it, and then this does.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.once('exit', code => process.exit(code ?? 1))
