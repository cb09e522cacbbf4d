import { existsSync } from 'node:fs'
import { installDebianPackage } from './install-debian-package.mjs'

/** The program itself: a signal to the script of the package in `/usr/bin` would not reach it. */
const program = '/usr/lib/chromium/chromium-headless-shell'

/**
 * Returns Debian's Chromium without windows, which needs a quarter less processor time for the browser tests, or
 * null. Installs it only as root, which is the user of containers and of no one's own machine.
 */
export async function findOrInstallHeadlessShell() {
  if (!existsSync(program) && process.getuid?.() === 0) await installDebianPackage('chromium-headless-shell')
  return existsSync(program) ? program : null
}
