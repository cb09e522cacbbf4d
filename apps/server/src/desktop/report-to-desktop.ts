import type { AppDataLock } from '@parley/appdata'
import type { RunningServer } from '../start-server.ts'
import type { ShellLink } from './shell-link.ts'

/**
 * Reports a server that is ready to the desktop app, and follows what the app asks for: the server ends with
 * the app, however the app ends.
 */
export async function reportToDesktop(
  shell: ShellLink,
  { address, desktopWindows }: RunningServer,
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
      case 'command':
        return desktopWindows.command(message.windowId, message.id)
      case 'open':
        return void desktopWindows.open(message.windowId, message.asked)
      case 'openLink':
        return desktopWindows.openLink(message.windowId, message.url)
      case 'refused':
        return desktopWindows.refuse(message.windowId)
      case 'keepRunning':
        return desktopWindows.keepRunning(message.windowId)
    }
  })
  await lock.publish(address)
  shell.send({ type: 'ready', address })
}
