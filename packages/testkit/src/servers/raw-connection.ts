import type { Socket } from 'node:net'

/** One connection of a raw server, for its script. */
export interface RawConnection {
  /** 0 for the server's first connection. */
  readonly index: number
  /** For operations without a method here: pausing, half-closing. */
  readonly socket: Socket
  /** Resolves when the connection is closed in both directions; never rejects. */
  readonly closed: Promise<void>
  /** Returns all bytes received so far, including those that a script has not taken. */
  receivedBytes(): Buffer
  /** Takes the bytes up to and including `text` (Latin-1), after those already taken. */
  receiveUntil(text: string): Promise<Buffer>
  /** Takes this number of bytes, after those already taken. */
  receiveBytes(count: number): Promise<Buffer>
  /** Resolves when the operating system has accepted the bytes; text is sent as UTF-8. */
  send(bytes: string | Uint8Array): Promise<void>
  /** Closes gracefully (FIN), after the sent bytes. */
  end(): void
  /** Resets the connection (RST); bytes in transit are lost. */
  reset(): void
}

/** Thrown if the client left before the script was finished, which is often the purpose of a test. */
export class ConnectionGoneError extends Error {
  override readonly name = 'ConnectionGoneError'
}

/** Wraps an accepted socket. It is read continuously, so that its end is noticed. */
export function openRawConnection(socket: Socket, index: number): RawConnection {
  const inbox = openInbox(socket, index)
  socket.setNoDelay(true)
  // A reset by the client is an error event as well; `close` reports it.
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
  /** Waits until `measure` returns how many of the untaken bytes to take. */
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
