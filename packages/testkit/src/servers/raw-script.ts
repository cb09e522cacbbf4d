import type { RawConnection } from './raw-connection.ts'

/** Bytes to send (text as UTF-8), or an action before the next step. */
export type RawStep = string | Uint8Array | ((connection: RawConnection) => unknown)

/**
 * The behaviour of a raw server on each connection: a list of steps, one handler, or only bytes, which are
 * sent after a request's head and before closing the connection. A list that does not end with
 * `endConnection` or `resetConnection` leaves the connection open until the client leaves.
 */
export type RawScript = RawStep | readonly RawStep[]

/** Waits for a request's head: everything up to and including the empty line. */
export async function receiveHead(connection: RawConnection): Promise<void> {
  await connection.receiveUntil('\r\n\r\n')
}

/** Waits for this number of further bytes. */
export function receiveBytes(count: number): RawStep {
  return connection => connection.receiveBytes(count)
}

/** Keeps the connection open and silent until the client leaves. */
export async function holdOpen(connection: RawConnection): Promise<void> {
  await connection.closed
}

/** Closes gracefully (FIN). */
export function endConnection(connection: RawConnection): void {
  connection.end()
}

/** Resets the connection (RST). */
export function resetConnection(connection: RawConnection): void {
  connection.reset()
}

/** Runs a script on one connection. Rejects with a `ConnectionGoneError` if the client leaves meanwhile. */
export async function runRawScript(script: RawScript, connection: RawConnection): Promise<void> {
  for (const step of stepsOf(script)) {
    if (typeof step === 'function') await step(connection)
    else await connection.send(step)
  }
}

function stepsOf(script: RawScript): readonly RawStep[] {
  if (typeof script === 'function') return [script]
  if (typeof script === 'string' || script instanceof Uint8Array) return [receiveHead, script, endConnection]
  return script
}
