import { logFault } from '../log-fault.ts'
import { type Asked, type ServerBound, type ShellBound, serverBoundSchema } from './shell-messages.ts'

/** The server's end of the pipe to the program that has the windows. */
export interface ShellLink {
  send(message: ShellBound): void
  /** Sends a last message. Afterwards the pipe no longer keeps this process alive. */
  sendLast(message: ShellBound): void
  /** Resolves with what the app was asked to open, which is its first message. */
  readonly asked: Promise<Asked | null>
  /** Calls back for each valid message. */
  onMessage(listener: (message: ServerBound) => void): void
  /** Calls back when the program that has the windows has ended. */
  onLost(listener: () => void): void
  isLost(): boolean
}

/** Connects to the program that started this process with a pipe for messages; null if it has none. */
export function connectShell(process: NodeJS.Process): ShellLink | null {
  if (process.send === undefined) return null
  const listeners: ((message: ServerBound) => void)[] = []
  process.on('message', received => {
    const { data, error } = serverBoundSchema.safeParse(received)
    if (data === undefined) logFault('a message of the desktop app', error)
    else for (const listener of listeners) listener(data)
  })
  const asked = new Promise<Asked | null>(resolve =>
    listeners.push(message => {
      if (message.type === 'start') resolve(message.asked)
    }),
  )
  return {
    asked,
    send(message) {
      if (process.connected) process.send?.(message, undefined, undefined, () => {})
    },
    sendLast(message) {
      if (process.connected) process.send?.(message, undefined, undefined, () => process.disconnect?.())
    },
    onMessage: listener => void listeners.push(listener),
    onLost(listener) {
      process.once('disconnect', listener)
      if (!process.connected) listener()
    },
    isLost: () => !process.connected,
  }
}
