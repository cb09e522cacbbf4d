import './require-node.mjs'

const { spawn } = await import('node:child_process')
const { root, runNode } = await import('./run-program.mjs')

const options = process.argv.slice(2)

/**
 * Builds, then runs the server until it is ended; `npm start -- --no-open` passes its options on. Where one
 * runs on the same app data already, that one is opened instead.
 */
const noneRuns = 4
const runningCode = await runNode(['apps/server/src/open-running.ts', ...options])
if (runningCode !== noneRuns) process.exit(runningCode)
const buildCode = await runNode(['scripts/build.mjs'])
if (buildCode !== 0) process.exit(buildCode)
const server = spawn(process.execPath, ['apps/server/dist/main.js', '--page', 'apps/web/dist', ...options], {
  cwd: root,
  stdio: 'inherit',
})
// The terminal sends Ctrl+C to both; the server ends by it, and then this does.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.once('exit', code => process.exit(code ?? 1))
