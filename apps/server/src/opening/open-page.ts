import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeFilesAtOnce, privateFileMode, processMark } from '@parley/files'
import { noSandboxSentence, runsAsRoot, sandboxArguments } from './chromium-sandbox.ts'
import { findChromium } from './find-chromium.ts'

/** Whether to open the page in a browser: not under CI, and not without a display. */
export function canOpenPage(environment: NodeJS.ProcessEnv = process.env): boolean {
  if (environment.CI) return false
  if (process.platform !== 'linux') return true
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY)
}

/**
 * Writes a file that redirects a browser to an address. Only the owner can read it, and the token in the
 * address appears in no process list. The file is named after the server's process; the server deletes it
 * once the page has loaded.
 */
export function writeOpeningFile(folder: string, address: string, serverProcessId: number): string {
  const path = join(folder, `open-${processMark(serverProcessId)}.html`)
  const html = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${address}"><title>Parley</title>\n`
  nodeFilesAtOnce.writeNew(path, html, privateFileMode)
  return path
}

/** Deletes the opening files of this process's server, including those that a second start wrote. */
export function removeOpeningFiles(folder: string): void {
  const names = nodeFilesAtOnce.names(folder).filter(name => name.startsWith(`open-${process.pid}-`))
  for (const name of names) nodeFilesAtOnce.removeTree(join(folder, name))
}

/**
 * Opens a file in an app window of Chromium if it is installed, otherwise in the default browser. As root a
 * sentence says that Chromium runs without its own sandbox.
 */
export function openInBrowser(path: string): void {
  const url = pathToFileURL(path).href
  const chromium = findChromium()
  const [program, ...options] =
    chromium === null ? [...usualOpener(), url] : [chromium, ...sandboxArguments(), `--app=${url}`]
  if (program === undefined) return
  if (chromium !== null && runsAsRoot()) process.stderr.write(`${noSandboxSentence}\n`)
  const child = spawn(program, options, { detached: true, stdio: 'ignore' })
  // The address is printed as well, so a browser that does not start is no failure.
  child.on('error', () => {})
  child.unref()
}

function usualOpener(): readonly string[] {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '']
  return ['xdg-open']
}
