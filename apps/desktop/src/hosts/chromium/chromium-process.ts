import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { DevToolsPipe } from './devtools-pipe.ts'

/** A running Chromium. */
export interface ChromiumProcess {
  readonly pipe: DevToolsPipe
  /** Ends it and resolves when it has ended. */
  close(): Promise<void>
}

const closeWaitMs = 5_000

/** Starts Chromium with a window and its DevTools pipe. `onEnded` is also called if it does not start. */
export function startChromium(
  program: string,
  args: readonly string[],
  onEnded: () => void,
): ChromiumProcess {
  const child = spawn(program, [...args, '--remote-debugging-pipe'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [, , , toBrowser, fromBrowser] = child.stdio
  if (!(toBrowser instanceof Writable) || !(fromBrowser instanceof Readable))
    throw new Error('The pipes to Chromium were not created')
  const pipe = new DevToolsPipe(fromBrowser, toBrowser)
  const ended = new Promise<void>(resolve => {
    for (const event of ['exit', 'error'] as const)
      child.once(event, () => {
        resolve()
        onEnded()
      })
  })
  return {
    pipe,
    async close() {
      const timer = setTimeout(() => child.kill('SIGKILL'), closeWaitMs)
      await pipe.call('Browser.close').catch(() => {})
      await ended
      clearTimeout(timer)
    },
  }
}

/** Has the running Chromium of the same profile open another window. */
export function openInRunning(program: string, args: readonly string[]): void {
  spawn(program, args, { stdio: 'ignore' }).on('error', () => {})
}
