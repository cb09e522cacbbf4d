import type { AppDataLock } from '@parley/appdata'
import type { RunningServer } from '../start-server.ts'
import type { ShellLink } from './shell-link.ts'

/**
 * Reports a server that is ready to the desktop app, and follows what the app asks for: the server ends with
 * the app, however the app ends.
 */
export async function reportToDesktop(
  shell: ShellLink,
  { address }: RunningServer,
  lock: AppDataLock,
  stop: () => Promise<void>,
): Promise<void> {
  let isStopping = false
  const stopOnce = () => {
    if (!isStopping) void stop()
    isStopping = true
  }
  shell.onLost(stopOnce)
  shell.onMessage(message => {
    switch (message.type) {
      case 'stop':
        stopOnce()
        return
      case 'start':
        return
    }
  })
  await lock.publish(address)
  shell.send({ type: 'ready', address })
}
