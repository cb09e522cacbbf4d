import { isUtf8 } from 'node:buffer'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInProcess } from '../../apps/cli/src/io/run-in-process.testkit.ts'

const run = promisify(execFile)
const program = '/usr/bin/curl'

/** Why nothing can be compared with curl; empty: it can. */
export const missingCurl = existsSync(program) ? '' : 'curl (apt-get install curl)'

/** The name and version of curl for tables. */
export const curlName = () => `curl ${execFileSync(program, ['--version']).toString().split(' ')[1]}`

/** What a client got from a server. */
export interface Got {
  readonly status: number
  readonly version: string
  readonly fields: readonly string[]
  /** In base64. */
  readonly body: string
}

/** Differ from one response to the next. */
const isMomentary = /^(?:date|age|expires|www-authenticate|proxy-authenticate|authentication-info):/

/** Sends with curl from a folder, which has the trusted authority in `ca.pem`. Rejects if nothing came. */
export async function byCurl(folder: string, url: string, options: readonly string[]): Promise<Got> {
  const args = ['-sS', '--cacert', 'ca.pem', '-D', 'head', '-o', 'body', ...options, url]
  writeFileSync(join(folder, 'body'), '')
  // Without the proxy of the environment.
  await run(program, args, { cwd: folder, env: {} })
  const head = readFileSync(join(folder, 'head'))
  const heads = head.toString(isUtf8(head) ? 'utf8' : 'latin1').split('\r\n\r\n')
  // Trailers follow the last head.
  const last = heads.findLast(one => one.startsWith('HTTP/')) ?? ''
  const [statusLine = '', ...lines] = last.split('\r\n')
  const [version = '', status] = statusLine.split(' ')
  return {
    status: Number(status),
    version: version.replace(/^HTTP\/2$/, 'HTTP/2'),
    fields: comparable(lines),
    // For HEAD it is the head once more.
    body: options.includes('-I') ? '' : readFileSync(join(folder, 'body'), 'base64'),
  }
}

/** Sends with `parley send` from the same folder. Rejects if nothing came. */
export async function byParley(folder: string, url: string, options: readonly string[]): Promise<Got> {
  const files = ['--cacert', 'ca.pem', '-o', 'out', '--force', '--json-output']
  writeFileSync(join(folder, 'out'), '')
  const { stdout, stderr } = await runInProcess(['send', url, ...files, ...options], { cwd: folder })
  const { response, failure } = JSON.parse(stdout.toString())
  if (response === null) throw new Error(`${stderr} ${JSON.stringify(failure)}`)
  const fields: readonly { readonly name: string; readonly value: string }[] = response.headers
  return {
    status: response.statusCode,
    version: `HTTP/${response.httpVersion.replace(/^HTTP\//, '')}`,
    fields: comparable(fields.map(field => `${field.name}: ${field.value}`)),
    body: readFileSync(join(folder, 'out'), 'base64'),
  }
}

function comparable(lines: readonly string[]): readonly string[] {
  return lines
    .map(line => line.replace(/^[^:]+:\s*/, name => `${name.trim().toLowerCase()} `).trimEnd())
    .filter(line => line !== '' && !isMomentary.test(line))
    .sort()
}
