import './require-node.mjs'

const { spawn } = await import('node:child_process')
const { endTogether } = await import('./end-together.mjs')
const { root, runNode } = await import('./run-program.mjs')

const options = process.argv.slice(2)

/**
 * Builds, then runs the server until it is stopped; `npm start -- --no-open` passes its options on. If a
 * Parley already runs on the same app data, opens that one instead.
 */
const noneRunningExitCode = 4
const runningCode = await runNode(['apps/server/src/open-running.ts', ...options])
if (runningCode !== noneRunningExitCode) process.exit(runningCode)
const buildCode = await runNode(['scripts/build.mjs'])
if (buildCode !== 0) process.exit(buildCode)
const server = spawn(process.execPath, ['apps/server/dist/main.js', '--page', 'apps/web/dist', ...options], {
  cwd: root,
  stdio: 'inherit',
})
// The terminal sends Ctrl+C to both processes. The server ends, and then this process does.
endTogether(server)
