import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAuthority, waitFor } from '@parley/testkit'

const unpacked = fileURLToPath(new URL('../../build/tools/web-servers/root', import.meta.url))

/** Why the servers cannot be started; empty: they can. */
export const missingServers = existsSync(join(unpacked, 'usr/sbin/nginx'))
  ? ''
  : 'nginx, Apache and haproxy of Debian (npm run test:all fetches them)'

export const webServerNames = ['nginx', 'Apache', 'haproxy'] as const

export type WebServerName = (typeof webServerNames)[number]

/** A web server of Debian on 127.0.0.1, with the files of {@link served}, and `/up/…` passed to another server. */
export interface WebServer {
  /** Without TLS, over HTTP/1.1. */
  readonly plain: string
  /** With TLS, over HTTP/1.1 and HTTP/2. */
  readonly secure: string
  close(): Promise<void>
}

const authority = createAuthority()

/** The certificate that clients must trust. */
export const authorityPem = authority.certificatePem

/** The files that servers have, by their names. */
export const served: Readonly<Record<string, string>> = {
  'small.txt': 'A small text.\n',
  'empty.txt': '',
  'data.json': JSON.stringify(Array.from({ length: 2000 }, (_, at) => ({ at, title: `Book ${at}` }))),
  'large.bin': '0123456789abcdef'.repeat(200_000),
  'folder/index.html': '<p>Books</p>\n',
  'ünïcode name.txt': 'found\n',
}

interface Place {
  readonly folder: string
  readonly port: number
  readonly securePort: number
  /** The port of the server behind. */
  readonly upstream: number
}

interface Program {
  readonly path: string
  /** Writes the configuration, and returns the arguments. */
  configure(place: Place): readonly string[]
}

const programs: Readonly<Record<WebServerName, Program>> = {
  nginx: { path: 'usr/sbin/nginx', configure: configureNginx },
  Apache: { path: 'usr/sbin/apache2', configure: configureApache },
  haproxy: { path: 'usr/sbin/haproxy', configure: configureHaproxy },
}

/** Starts a server, which passes `/up/…` to the server on a port; haproxy passes everything to it. */
export async function startWebServer(name: WebServerName, upstream: number): Promise<WebServer> {
  const { port, securePort, close } = await startConfigured(name, place => {
    writeServed(place.folder)
    return programs[name].configure({ ...place, upstream })
  })
  return { plain: `http://127.0.0.1:${port}`, secure: `https://localhost:${securePort}`, close }
}

function writeServed(folder: string): void {
  for (const [file, text] of Object.entries(served)) {
    mkdirSync(join(folder, 'www', file, '..'), { recursive: true })
    writeFileSync(join(folder, 'www', file), text)
  }
  const { certificatePem, privateKeyPem } = authority.issue({
    usage: 'server',
    name: 'localhost',
    dnsNames: ['localhost'],
    ipv4Addresses: ['127.0.0.1'],
  })
  writeFileSync(join(folder, 'cert.pem'), certificatePem)
  writeFileSync(join(folder, 'key.pem'), privateKeyPem)
  writeFileSync(join(folder, 'both.pem'), `${certificatePem}${privateKeyPem}`)
  // The password is `secret`.
  writeFileSync(join(folder, 'users'), 'ada:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n')
}

/** Starts nginx with these directives, of its `http` block and of its one server on a port. */
export async function startNginx(directives: { readonly http: string; readonly server: string }) {
  const { port, folder, close } = await startConfigured('nginx', place => {
    const { http, server } = directives
    const listening = [place.port, place.securePort].map(one => `listen 127.0.0.1:${one};`)
    return writeNginx(place.folder, `${http}\n  server { ${listening.join(' ')} ${server} }`)
  })
  return { url: `http://127.0.0.1:${port}`, folder, close }
}

/**
 * Starts a program in a folder of its own.
 * @param configure - writes the configuration, and returns the arguments
 */
async function startConfigured(
  name: WebServerName,
  configure: (place: Omit<Place, 'upstream'>) => readonly string[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-web-server-'))
  // Servers give up the rights of root, and must still read their files.
  chmodSync(folder, 0o755)
  const [port, securePort] = [await freePort(), await freePort()]
  const args = configure({ folder, port, securePort })
  const errors: string[] = []
  const child = spawn(join(unpacked, programs[name].path), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LD_LIBRARY_PATH: join(unpacked, 'usr/lib/x86_64-linux-gnu') },
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => errors.push(String(data)))
  const ended = once(child, 'exit')
  await waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${errors.join('')}`)
      return accepts(securePort)
    },
    () => `${name} to listen (${errors.join('')})`,
  )
  return {
    folder,
    port,
    securePort,
    async close() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Returns a port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

function configureNginx({ folder, port, securePort, upstream }: Place): readonly string[] {
  return writeNginx(
    folder,
    `client_max_body_size 10m; absolute_redirect off;
  types { text/plain txt; application/json json; text/html html; }
  gzip on; gzip_types text/plain application/json; gzip_min_length 1; gzip_http_version 1.0;
  server {
    listen 127.0.0.1:${port}; listen 127.0.0.1:${securePort} ssl http2;
    ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
    root ${folder}/www; access_log off;
    location /up/ { proxy_pass http://127.0.0.1:${upstream}; proxy_http_version 1.1; proxy_set_header Connection ""; }
    location /private/ { auth_basic "Books"; auth_basic_user_file ${folder}/users; alias ${folder}/www/; }
    location = /moved { return 301 /small.txt; }
    location = /teapot { return 418 "short and stout"; }
    location = /none { return 204; }
  }`,
  )
}

/** Writes the configuration of nginx with an `http` block, and returns its arguments. */
function writeNginx(folder: string, http: string): readonly string[] {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    one => `${one}_temp_path ${folder}/${one};`,
  )
  const path = join(folder, 'nginx.conf')
  writeFileSync(
    path,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
events { worker_connections 256; }
http {
  ${temporary.join(' ')}
  ${http}
}
`,
  )
  return ['-p', folder, '-c', path, '-e', 'stderr']
}

const apacheModules =
  'mpm_event authz_core authz_user authn_core authn_file auth_basic auth_digest dir mime alias deflate filter ssl socache_shmcb http2 proxy proxy_http'

function configureApache({ folder, port, securePort, upstream }: Place): readonly string[] {
  const modules = apacheModules
    .split(' ')
    .map(name => `LoadModule ${name}_module ${unpacked}/usr/lib/apache2/modules/mod_${name}.so`)
  const path = join(folder, 'apache.conf')
  // The password is `secret`.
  writeFileSync(join(folder, 'digests'), 'ada:Books:0a559c05a9c0f3bacb83841bea060df5\n')
  writeFileSync(
    path,
    `ServerRoot ${folder}
ServerName localhost
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
LogLevel error
${modules.join('\n')}
User nobody
Group nogroup
StartServers 1
Listen 127.0.0.1:${port}
Listen 127.0.0.1:${securePort}
Protocols h2 http/1.1
DocumentRoot ${folder}/www
DirectoryIndex index.html
TypesConfig /dev/null
AddType text/plain .txt
AddType application/json .json
AddType text/html .html
AddOutputFilterByType DEFLATE text/plain application/json
Alias /private ${folder}/www
Alias /digest ${folder}/www
ProxyPass /up/ http://127.0.0.1:${upstream}/up/
Redirect 301 /moved /small.txt
<Directory ${folder}/www>
  Require all granted
</Directory>
<Location /private>
  AuthType Basic
  AuthName Books
  AuthUserFile ${folder}/users
  Require valid-user
</Location>
<Location /digest>
  AuthType Digest
  AuthName Books
  AuthDigestProvider file
  AuthUserFile ${folder}/digests
  Require valid-user
</Location>
<VirtualHost 127.0.0.1:${securePort}>
  SSLEngine on
  SSLCertificateFile ${folder}/cert.pem
  SSLCertificateKeyFile ${folder}/key.pem
  Protocols h2 http/1.1
</VirtualHost>
`,
  )
  return ['-D', 'FOREGROUND', '-f', path]
}

function configureHaproxy({ folder, port, securePort, upstream }: Place): readonly string[] {
  const path = join(folder, 'haproxy.cfg')
  writeFileSync(
    path,
    `global
  maxconn 256
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend books
  bind 127.0.0.1:${port}
  bind 127.0.0.1:${securePort} ssl crt ${folder}/both.pem alpn h2,http/1.1
  http-request return status 418 content-type text/plain string "short and stout" if { path /teapot }
  http-request redirect location /up/small code 301 if { path /moved }
  http-request auth realm Books if { path_beg /private } !{ http_auth(known) }
  default_backend behind
backend behind
  server one 127.0.0.1:${upstream}
userlist known
  user ada insecure-password secret
`,
  )
  return ['-db', '-f', path]
}
