import type { RawConnection } from './raw-connection.ts'

/** Bytes to send (text as UTF-8), or something to do before the next step. */
export type RawStep = string | Uint8Array | ((connection: RawConnection) => unknown)

/**
 * What a raw server does on each connection: a list of steps, one handler, or only bytes, which are sent
 * after a request's head, with the connection closed behind them. A list that ends without `endConnection` or `resetConnection`
 * leaves the connection open until the client goes.
 */
export type RawScript = RawStep | readonly RawStep[]

/** Waits for a request's head: everything up to and with the empty line. */
export async function receiveHead(connection: RawConnection): Promise<void> {
  await connection.receiveUntil('\r\n\r\n')
}

/** Waits for so many bytes more. */
export function receiveBytes(count: number): RawStep {
  return connection => connection.receiveBytes(count)
}

/** Keeps the connection open and silent until the client goes. */
export async function holdOpen(connection: RawConnection): Promise<void> {
  await connection.closed
}

/** Closes in order (FIN). */
export function endConnection(connection: RawConnection): void {
  connection.end()
}

/** Cuts the connection (RST). */
export function resetConnection(connection: RawConnection): void {
  connection.reset()
}

/** Runs a script on one connection. Rejects with a `ConnectionGoneError` where the client leaves in between. */
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
