import type { Socket } from 'node:net'

/** One connection of a raw server, as its script sees it. */
export interface RawConnection {
  /** 0 for the server's first connection. */
  readonly index: number
  /** For what the methods here do not offer: pausing, half-closing. */
  readonly socket: Socket
  /** Resolves, and never rejects, when the connection is closed in both directions. */
  readonly closed: Promise<void>
  /** All bytes received so far, whether a script took them or not. */
  receivedBytes(): Buffer
  /** Takes what comes up to and with `text` (Latin-1), from where the last take ended. */
  receiveUntil(text: string): Promise<Buffer>
  /** Takes so many bytes, from where the last take ended. */
  receiveBytes(count: number): Promise<Buffer>
  /** Resolves when the operating system has taken the bytes; text goes out as UTF-8. */
  send(bytes: string | Uint8Array): Promise<void>
  /** Closes in order (FIN), after what was sent. */
  end(): void
  /** Cuts the connection (RST); bytes still under way are lost. */
  reset(): void
}

/** The client left before the script was through: often just what a test is about. */
export class ConnectionGoneError extends Error {
  override readonly name = 'ConnectionGoneError'
}

/** Wraps an accepted socket. It is read at once and all the time, so that its end is noticed. */
export function openRawConnection(socket: Socket, index: number): RawConnection {
  const inbox = openInbox(socket, index)
  socket.setNoDelay(true)
  // A reset by the client is an error event as well; `close` tells of it.
  socket.on('error', () => {})
  return {
    index,
    socket,
    closed: new Promise(resolve => socket.once('close', () => resolve())),
    receivedBytes: inbox.all,
    receiveUntil: text =>
      inbox.take(`"${text}"`, rest => {
        const start = rest.indexOf(text, 0, 'latin1')
        return start === -1 ? undefined : start + text.length
      }),
    receiveBytes: count => inbox.take(`${count} bytes`, rest => (rest.length >= count ? count : undefined)),
    send: bytes =>
      new Promise((resolve, reject) => {
        socket.write(bytes, error => {
          if (error) reject(new ConnectionGoneError(`Connection ${index} took no more: ${error.message}`))
          else resolve()
        })
      }),
    end: () => {
      socket.end()
    },
    reset: () => {
      socket.resetAndDestroy()
    },
  }
}

interface Inbox {
  all(): Buffer
  /** Waits until `measure` finds in the untaken bytes how many of them to take. */
  take(what: string, measure: (rest: Buffer) => number | undefined): Promise<Buffer>
}

function openInbox(socket: Socket, index: number): Inbox {
  let chunks: Buffer[] = []
  let takenBytes = 0
  let isClosed = false
  const waiting: (() => void)[] = []
  const wake = () => {
    for (const resume of waiting.splice(0)) resume()
  }
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    wake()
  })
  socket.on('close', () => {
    isClosed = true
    wake()
  })
  const all = () => {
    if (chunks.length !== 1) chunks = [Buffer.concat(chunks)]
    return chunks[0] ?? Buffer.alloc(0)
  }
  const take = async (what: string, measure: (rest: Buffer) => number | undefined) => {
    for (;;) {
      const rest = all().subarray(takenBytes)
      const count = measure(rest)
      if (count !== undefined) {
        takenBytes += count
        return rest.subarray(0, count)
      }
      if (isClosed) throw new ConnectionGoneError(`Connection ${index} closed before ${what} came`)
      await new Promise<void>(resolve => waiting.push(resolve))
    }
  }
  return { all, take }
}
