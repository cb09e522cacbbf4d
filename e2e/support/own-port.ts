import { createServer } from 'node:net'

/** The ports below those that systems choose themselves, of which each worker of the browser tests takes one. */
const [firstPort, lastPort] = [21_000, 21_999]

/** Returns a free port that the system gives to no other program by itself. */
export async function findOwnPort(): Promise<number> {
  // Workers start at the same time, and another check may run beside this one.
  for (let port = firstPort + (process.pid % 1000); port <= lastPort; port += 1)
    if (await isFree(port)) return port
  return 0
}

/** Whether a server can listen on a port of this machine; 0 is always free. */
export function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
