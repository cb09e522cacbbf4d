import { spawn } from 'node:child_process'
import { loadBinding } from './load-binding.ts'

/** The only argument of a process that finds out whether a webview can be shown. */
export const probeArgument = '--probe-webview'

/** A window system that has not answered by then is as good as none. */
const probeWaitMs = 15_000

/**
 * Connects to the window system, and returns. The binding ends its process at once if the window system refuses, so
 * this runs in a process of its own.
 */
export function probeWebview(environment: NodeJS.ProcessEnv = process.env): void {
  const binding = loadBinding(environment.PARLEY_WEBVIEW_BINDING)
  new binding.Application().exit()
}

/** Resolves to whether the window system lets a webview be shown. Only on Linux it may refuse. */
export function canShowWebview(
  environment: NodeJS.ProcessEnv,
  program = process.argv[1] ?? '',
): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true)
  return new Promise(resolve => {
    const child = spawn(process.execPath, [program, probeArgument], {
      // Without assistive technologies: their bus starts once, for the window.
      env: { ...environment, NO_AT_BRIDGE: '1' },
      stdio: 'ignore',
      timeout: probeWaitMs,
      killSignal: 'SIGKILL',
    })
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })
}
