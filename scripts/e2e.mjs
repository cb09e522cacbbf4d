import './require-node.mjs'

const { bundleCurrentPrograms } = await import('./bundle-current-programs.mjs')
const { findOrInstallChromium } = await import('./install/find-or-install-chromium.mjs')
const { findOrInstallDesktop } = await import('./install/find-or-install-desktop.mjs')
const { findOrInstallHeadlessShell } = await import('./install/find-or-install-headless-shell.mjs')
const { root, runProgram } = await import('./run-program.mjs')

/** Runs the browser tests against the built page; further arguments go to Playwright. */
const chromium =
  process.env.PARLEY_CHROMIUM || (await findOrInstallHeadlessShell()) || (await findOrInstallChromium())
if (chromium === null) process.exit(1)
if (testsDesktop()) await findOrInstallDesktop()
// The servers of single tests run from their sources, with the sandbox of the current ones.
await bundleCurrentPrograms()
const environment = {
  ...process.env,
  PARLEY_CHROMIUM: chromium,
  // Otherwise each run whose temporary files have a folder of their own would translate all sources again.
  PLAYWRIGHT_TRANSFORM_CACHE_DIR: `${root}/node_modules/.cache/translated`,
  NODE_COMPILE_CACHE: `${root}/node_modules/.cache/compiled`,
}
process.exitCode = await runProgram('@playwright/test/cli.js', ['test', ...process.argv.slice(2)], {
  env: environment,
})

/** Whether the tests that will run are some of the desktop app, which need more of the system. */
function testsDesktop() {
  const named = process.argv.slice(2).filter(argument => /\.spec\.ts|^e2e\/core/.test(argument))
  return named.length === 0 || named.some(argument => argument.includes('desktop'))
}
