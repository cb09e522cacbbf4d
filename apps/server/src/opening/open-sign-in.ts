import { spawn } from 'node:child_process'
import { canOpenPage } from './open-page.ts'

/**
 * Opens a sign-in page in the user's default browser, where they may already be signed in. `PARLEY_BROWSER`
 * names another program, which gets the address as an argument. Returns false if no browser can be started.
 */
export function openSignIn(url: string, environment: NodeJS.ProcessEnv = process.env): boolean {
  const named = environment.PARLEY_BROWSER
  if (named === undefined && !canOpenPage(environment)) return false
  const [program, ...options] = named === undefined ? systemOpener() : [named]
  if (program === undefined) return false
  const child = spawn(program, [...options, url], { detached: true, stdio: 'ignore' })
  // The page shows the address as well, so a browser that does not start is no failure.
  child.on('error', () => {})
  child.unref()
  return true
}

/**
 * Returns the system's command for opening addresses. It uses no shell, as the address comes from a server
 * and may contain anything.
 */
export function systemOpener(platform: NodeJS.Platform = process.platform): readonly string[] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
