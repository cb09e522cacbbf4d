import { spawn } from 'node:child_process'
import { loadBinding } from './load-binding.ts'

/** The only argument of a process that finds out whether a webview can be shown. */
export const probeArgument = '--probe-webview'

/** What is said if the window system lets no webview be shown. */
export const refusal = 'The window system refused to show a webview.'

/** A window system that has not answered by then is as good as none. */
const probeWaitMs = 15_000

/** How a probe that has connected ends itself: one in a hundred ordinary exits crashes in threads of the window system. */
const connectedSignal = 'SIGKILL'

/**
 * Connects to the window system, and ends the process with `connectedSignal`. The binding ends its process at once if
 * the window system refuses, so this runs in a process of its own.
 */
export function probeWebview(environment: NodeJS.ProcessEnv = process.env): void {
  const binding = loadBinding(environment.PARLEY_WEBVIEW_BINDING)
  new binding.Application()
  process.kill(process.pid, connectedSignal)
}

/**
 * Resolves to null if the window system lets a webview be shown, else to a sentence that says why not. Only on Linux it
 * may refuse.
 */
export function reasonAgainstWebview(
  environment: NodeJS.ProcessEnv,
  program = process.argv[1] ?? '',
): Promise<string | null> {
  if (process.platform !== 'linux') return Promise.resolve(null)
  return new Promise(resolve => {
    const child = spawn(process.execPath, [program, probeArgument], {
      // Without assistive technologies: their bus starts once, for the window.
      env: { ...environment, NO_AT_BRIDGE: '1' },
      stdio: 'ignore',
      timeout: probeWaitMs,
      killSignal: 'SIGKILL',
    })
    child.once('error', error => resolve(`No webview can be tried out: ${error.message}.`))
    child.once('exit', (_code, signal) => {
      if (child.killed) resolve(`The window system did not answer within ${probeWaitMs / 1000} seconds.`)
      else if (signal === connectedSignal) resolve(null)
      // The binding gives up with SIGABRT.
      else if (signal === null || signal === 'SIGABRT') resolve(refusal)
      else resolve(`A webview ends at once here (${signal}).`)
    })
  })
}
