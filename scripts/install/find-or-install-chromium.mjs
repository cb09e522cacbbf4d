import { existsSync } from 'node:fs'
import { findChromium } from '../../apps/server/src/opening/find-chromium.ts'
import { runProgram } from '../run-program.mjs'
import { installDebianPackage } from './install-debian-package.mjs'

/**
 * Returns the program of a Chromium for the browser tests: the one named by PARLEY_CHROMIUM, the system's,
 * Playwright's, or one that is installed now. Returns null and prints a sentence to standard error if none is
 * available.
 */
export async function findOrInstallChromium() {
  return (
    process.env.PARLEY_CHROMIUM ||
    findChromium() ||
    (await playwrightChromium()) ||
    (await debianChromium()) ||
    none()
  )
}

async function playwrightChromium() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  if (existsSync(path)) return path
  process.stderr.write('No Chromium on this machine; asking Playwright for one.\n')
  await runProgram('@playwright/test/cli.js', ['install', 'chromium'], { stdio: 'ignore' })
  return existsSync(path) ? path : null
}

async function debianChromium() {
  await installDebianPackage('chromium')
  return findChromium()
}

function none() {
  process.stderr.write(
    'The browser tests need Chromium and none could be found or installed. Install Google Chrome or Chromium, ' +
      'or set PARLEY_CHROMIUM to the path of its program, and run the tests again.\n',
  )
  return null
}
