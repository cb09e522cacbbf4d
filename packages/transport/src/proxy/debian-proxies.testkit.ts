import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Identity, waitFor } from '@parley/testkit'

/** Where `npm run test:all` unpacks the proxies. */
const unpacked = fileURLToPath(new URL('../../../../build/tools/proxies/root/usr', import.meta.url))

/** Returns the path of a program, or null if it is neither unpacked nor installed. */
export function findProxyProgram(name: string): string | null {
  // Debian installs servers in folders that only administrators have in their PATH.
  const folders = [
    ...['bin', 'sbin'].map(folder => join(unpacked, folder)),
    ...(process.env.PATH ?? '').split(delimiter),
    ...['/usr/bin', '/usr/sbin'],
  ]
  return folders.map(folder => join(folder, name)).find(path => existsSync(path)) ?? null
}

/** A running third-party proxy on 127.0.0.1. */
export interface DebianProxy {
  readonly port: number
  close(): Promise<void>
}

/** Starts tinyproxy; if a user is given, it accepts only that user. */
export function startTinyproxy(
  program: string,
  user?: { readonly name: string; readonly password: string },
): Promise<DebianProxy> {
  return start(program, (port, folder) => {
    const lines = [
      `Port ${port}`,
      'Listen 127.0.0.1',
      'Timeout 60',
      'MaxClients 20',
      'LogLevel Error',
      ...(user === undefined ? [] : [`BasicAuth ${user.name} ${user.password}`]),
    ]
    const path = join(folder, 'tinyproxy.conf')
    writeFileSync(path, `${lines.join('\n')}\n`)
    return ['-d', '-c', path]
  })
}

/** Starts microsocks; if a user is given, it accepts only that user. */
export function startMicrosocks(
  program: string,
  user?: { readonly name: string; readonly password: string },
): Promise<DebianProxy> {
  const access = user === undefined ? [] : ['-u', user.name, '-P', user.password]
  return start(program, port => ['-i', '127.0.0.1', '-p', String(port), ...access])
}

/** The password `secret` in the formats of squid's helpers. */
const squidPasswords = { basic: '$apr1$abcdefgh$h9FWgUz3n9YxylKLlR5SQ/', digest: 'secret' } as const

/**
 * Starts squid; if a user is given, it accepts only that user with the password `secret`, by Basic unless a scheme is
 * given; with an identity, over TLS.
 */
export function startSquid(
  program: string,
  user?: { readonly name: string; readonly scheme?: keyof typeof squidPasswords },
  identity?: Identity,
): Promise<DebianProxy> {
  // Squid knows its files by their absolute paths, which differ when it is unpacked and not installed.
  const library = join(program, '../../lib/squid')
  const share = join(program, '../../share/squid')
  return start(program, (port, folder) => {
    const write = (name: string, text: string) => {
      const path = join(folder, name)
      writeFileSync(path, `${text}\n`)
      return path
    }
    const tls =
      identity === undefined
        ? ''
        : ` tls-cert=${write('cert.pem', identity.certificatePem)} tls-key=${write('key.pem', identity.privateKeyPem)}`
    const scheme = user?.scheme ?? 'basic'
    const helper = { basic: 'basic_ncsa_auth', digest: 'digest_file_auth' }[scheme]
    const access =
      user === undefined
        ? ['http_access allow all']
        : [
            `auth_param ${scheme} program ${library}/${helper} ${write('users', `${user.name}:${squidPasswords[scheme]}`)}`,
            `auth_param ${scheme} children 1`,
            `auth_param ${scheme} realm Books`,
            'acl known proxy_auth REQUIRED',
            'http_access allow known',
            'http_access deny all',
          ]
    const lines = [
      `${identity === undefined ? 'http_port' : 'https_port'} 127.0.0.1:${port}${tls}`,
      ...access,
      'cache deny all',
      'cache_mem 1 MB',
      'access_log none',
      `cache_log ${join(folder, 'cache.log')}`,
      `coredump_dir ${folder}`,
      'pid_filename none',
      'netdb_filename none',
      'pinger_enable off',
      `unlinkd_program ${library}/unlinkd`,
      `mime_table ${share}/mime.conf`,
      `icon_directory ${share}/icons`,
      `error_directory ${share}/errors/templates`,
      'max_filedescriptors 256',
      'shutdown_lifetime 0 seconds',
    ]
    // Squid drops root privileges and must still read its own files.
    chmodSync(folder, 0o777)
    return ['-N', '-f', write('squid.conf', lines.join('\n'))]
  })
}

async function start(
  program: string,
  optionsFor: (port: number, folder: string) => readonly string[],
): Promise<DebianProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'))
  const port = await freePort()
  const child = spawn(program, [...optionsFor(port, folder)], {
    stdio: 'ignore',
    env: { ...process.env, LD_LIBRARY_PATH: join(unpacked, 'lib/x86_64-linux-gnu') },
  })
  const ended = once(child, 'exit')
  await waitFor(() => accepts(port), `${program} to listen`)
  return {
    port,
    async close() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** Returns a free port, because the programs do not report a port that they chose themselves. */
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
