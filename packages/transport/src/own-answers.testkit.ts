import type { Server } from 'node:net'
import { afterEach } from 'vitest'

const closers: (() => void)[] = []

/** Closes what the tests of a file have opened. */
export function useClosers(): (close: () => void) => void {
  afterEach(() => {
    for (const close of closers.splice(0)) close()
  })
  return close => void closers.push(close)
}

/** Listens on a free port of 127.0.0.1, and returns it. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
