import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, waitFor } from '@parley/testkit'

/** A running nghttpd. */
export interface Nghttpd {
  /** `http://127.0.0.1:PORT`, or `https` over TLS. */
  readonly url: string
  readonly certificateAuthorities: readonly string[]
  close(): Promise<void>
}

/**
 * Starts nghttpd on 127.0.0.1 with these files; a number creates a file of that many zeros. `options` are its
 * command-line options.
 */
export async function startNghttpd(
  program: string,
  scheme: 'http' | 'https',
  files: Readonly<Record<string, string | Uint8Array | number>>,
  options: readonly string[] = [],
): Promise<Nghttpd> {
  const folder = mkdtempSync(join(tmpdir(), 'nghttpd-'))
  const write = (name: string, content: string | Uint8Array | number) => {
    writeFileSync(join(folder, name), typeof content === 'number' ? '' : content)
    if (typeof content === 'number') truncateSync(join(folder, name), content)
    return join(folder, name)
  }
  for (const [name, content] of Object.entries(files)) write(name, content)
  const authority = createAuthority()
  const { privateKeyPem, certificatePem } = authority.issue({
    usage: 'server',
    name: '127.0.0.1',
    ipv4Addresses: ['127.0.0.1'],
  })
  const port = await freePort()
  const place =
    scheme === 'http'
      ? ['--no-tls', String(port)]
      : [String(port), write('key.pem', privateKeyPem), write('certificate.pem', certificatePem)]
  const settings = ['--address=127.0.0.1', `--htdocs=${folder}`, ...options]
  const child = spawn(program, [...settings, ...place], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await waitFor(() => accepts(port), 'nghttpd to listen')
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    certificateAuthorities: scheme === 'http' ? [] : [authority.certificatePem],
    async close() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** Returns a free port, because the program does not report a port that it chose itself. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
