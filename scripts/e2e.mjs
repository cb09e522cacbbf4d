import './require-node.mjs'

const { findOrInstallChromium } = await import('./find-or-install-chromium.mjs')
const { runProgram } = await import('./run-program.mjs')

/** Runs the browser tests against the built page; further arguments go to Playwright. */
const chromium = await findOrInstallChromium()
if (chromium === null) process.exit(1)
const environment = { ...process.env, PARLEY_CHROMIUM: chromium }
process.exitCode = await runProgram('@playwright/test/cli.js', ['test', ...process.argv.slice(2)], {
  env: environment,
})
