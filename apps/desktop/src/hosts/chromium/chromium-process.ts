import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { DevToolsPipe } from './devtools-pipe.ts'

/** A running Chromium. */
export interface ChromiumProcess {
  readonly pipe: DevToolsPipe
  /** Ends it and resolves when it has ended. */
  close(): Promise<void>
}

/** Shells report a signal by a higher code. */
const maxExitCode = 128
const closeWaitMs = 5_000

/** Starts Chromium with a window and its DevTools pipe. `onEnded` is called when it has ended, also if it did not start; `isCrash`: by itself and not as it should. */
export function startChromium(
  program: string,
  args: readonly string[],
  onEnded: (isCrash: boolean) => void,
): ChromiumProcess {
  const child = spawn(program, [...args, '--remote-debugging-pipe'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [, , , toBrowser, fromBrowser] = child.stdio
  if (!(toBrowser instanceof Writable) || !(fromBrowser instanceof Readable))
    throw new Error('The pipes to Chromium were not created')
  const pipe = new DevToolsPipe(fromBrowser, toBrowser)
  let isClosing = false
  const ended = new Promise<void>(resolve => {
    const end = (isCrash: boolean) => {
      resolve()
      onEnded(isCrash && !isClosing)
    }
    child.once('exit', (code, signal) => end(signal !== null || (code ?? 0) > maxExitCode))
    child.once('error', () => end(false))
  })
  return {
    pipe,
    async close() {
      isClosing = true
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
