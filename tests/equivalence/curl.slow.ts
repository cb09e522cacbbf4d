import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ProxiedRequest, type RecordingProxy, startRecordingProxy } from '@parley/testkit'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runInProcess } from '../../apps/cli/src/io/run-in-process.testkit.ts'
import { markOf } from './expected.testkit.ts'
import { shellWords } from './shell-words.testkit.ts'

/** What arrives of commands that were imported, against what `curl` itself sends for them. */
const corpus = fileURLToPath(new URL('../../../shared/corpus/curl', import.meta.url))
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** Options that read or write files, choose another way to the server, or need another program. */
const leftOut = new Set([
  ...['--http2', '--http2-prior-knowledge', '--http1.0', '-0', '--cert-status'],
  ...['-o', '--output', '-O', '--remote-name', '-T', '--upload-file', '-K', '--config', '-c', '--cookie-jar'],
  ...[
    '-D',
    '--dump-header',
    '-x',
    '--proxy',
    '--preproxy',
    '-U',
    '--proxy-user',
    '-p',
    '--proxytunnel',
    '-n',
  ],
  ...[
    '-E',
    '--cert',
    '--key',
    '--cacert',
    '--capath',
    '--unix-socket',
    '--connect-to',
    '--resolve',
    '--interface',
  ],
  ...[
    '--netrc',
    '--netrc-file',
    '--netrc-optional',
    '-Z',
    '--parallel',
    '--http3',
    '--http3-only',
    '-:',
    '--next',
  ],
  ...[
    '--doh-url',
    '--trace',
    '--trace-ascii',
    '--stderr',
    '--haproxy-protocol',
    '--crlfile',
    '--pinnedpubkey',
  ],
  ...[
    '--socks4',
    '--socks4a',
    '--socks5',
    '--socks5-hostname',
    '--proxy-header',
    '--variable',
    '--ech',
    '--hsts',
  ],
  ...[
    '--alt-svc',
    '--libcurl',
    '-w',
    '--write-out',
    '-C',
    '--continue-at',
    '-z',
    '--time-cond',
    '--etag-save',
  ],
])

interface Command {
  readonly mark: string
  readonly text: string
  readonly args: readonly string[]
}

/** Returns the commands of a file that need no shell and no file, each with a mark. */
function commandsIn(file: string): readonly Command[] {
  const whole = readFileSync(file, 'utf8')
  const records = /^### /m.test(whole) ? whole.split(/^### .*\n/m).slice(1) : [whole]
  return records.flatMap((record, at): readonly Command[] => {
    const commands = shellWords(record.trim())
    const [words = []] = commands ?? []
    const args = words.slice(1)
    const names = args.flatMap(one =>
      /^-[a-zA-Z]/.test(one) ? [one.slice(0, 2), ...[...one.slice(1)].map(letter => `-${letter}`)] : [one],
    )
    const isLeftOut =
      commands?.length !== 1 ||
      words[0] !== 'curl' ||
      /\^/.test(record) ||
      names.some(one => leftOut.has(one)) ||
      args.some(
        (one, index) =>
          /^@|=[@<]|^[\w.-]+@|:\/\/[^/]*:[^/]*@/.test(one) ||
          (/^(?:-b|--cookie)$/.test(args[index - 1] ?? '') && !one.includes('=')),
      )
    const mark = String(at + 1)
    const text = record.trim().replace(/^((?:#.*\n)*\s*)curl\b/, `$1curl -H "X-Case: ${mark}"`)
    const given = withSecret(text, ['-H', `X-Case: ${mark}`, ...args])
    return isLeftOut || given === null ? [] : [{ mark, ...given }]
  })
}

/** A password or token. */
const secret = 'pass:word'

/** Passwords and tokens become a variable, as the command line has no values for the secret fields of an import. */
function withSecret(text: string, args: readonly string[]): Omit<Command, 'mark'> | null {
  const at = args.findIndex(one => /^(?:-u|--user|--oauth2-bearer)$/.test(one)) + 1
  const word = args[at] ?? ''
  const isToken = args[at - 1] === '--oauth2-bearer'
  if (at === 0 || !(isToken || word.includes(':'))) return { text, args }
  const start = isToken ? '' : word.slice(0, word.indexOf(':') + 1)
  if (!text.includes(word)) return null
  return { text: text.replace(word, () => `${start}{{secret}}`), args: args.with(at, start + secret) }
}

/** Differences that are right, with their reasons. */
const known: readonly (readonly [command: string, reason: string])[] = [
  ['-g "https://example.com/{[]}}}}"', 'braces are percent-encoded in a target'],
  ['-g "https://api.example.test/p?filter[name]={x}"', 'braces are percent-encoded in a target'],
  ['--ntlm ', 'NTLM is not supported, which the send says'],
  ['--request-target "*"', 'the target is that of the URL, which the import says'],
  ['--tr-encoding', 'coding of the connection, which the import says'],
  [
    '-b "session=abc123" -b "user=john"',
    'pairs of a cookie are parted by a semicolon and a space (RFC 6265 §4.2.1)',
  ],
]

let proxy: RecordingProxy
let folder = ''
beforeAll(async () => {
  proxy = await startRecordingProxy()
  folder = mkdtempSync(join(tmpdir(), 'parley-curl-'))
})
afterAll(async () => {
  await proxy.close()
  rmSync(folder, { recursive: true })
})

function runCurl({ args }: Command): Promise<void> {
  const network = ['--proxy', proxy.url, '--noproxy', '', '-k', '-s', '--max-time', '5']
  return new Promise((resolve, reject) => {
    const child = spawn('curl', ['-q', ...args, ...network], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: 'ignore',
    })
    child.once('error', reject)
    child.once('close', () => resolve())
  })
}

async function runParley(commands: readonly Command[], home: string): Promise<void> {
  const options = { cwd: folder, env: { PARLEY_HOME: join(folder, home) } }
  const list = join(folder, `${home}.sh`)
  const workspace = join(folder, `${home}-workspace`)
  writeFileSync(list, commands.map(({ text }) => `${text}\n\n`).join(''))
  await runInProcess(['import', list, '--into', workspace], options)
  const network = ['--proxy', proxy.url, '--bypass', 'none.invalid', '-k', '--timeout', '5000']
  await runInProcess(['run', workspace, '-q', '--var', `secret=${secret}`, ...network], options)
}

/** Fields that each program generates by itself; they are compared where the command has them. */
const generated = [
  'accept',
  'user-agent',
  'host',
  'connection',
  'proxy-connection',
  'content-length',
  'expect',
  'accept-encoding',
]

/** Writes a request as lines that can be compared. */
function linesOf(
  { method, scheme, host, target, headers, body }: ProxiedRequest,
  text: string,
): readonly string[] {
  const boundary = /boundary="?([^";]+)/.exec(
    headers.find(one => /^multipart\/.*boundary/i.test(one)) ?? '',
  )?.[1]
  const masked = (value: string) =>
    (boundary === undefined ? value : value.replaceAll(boundary, 'BOUNDARY')).replace(
      /\d{8}T\d{6}Z|(?<=Signature=)\w+|(?<=\/)\d{8}(?=\/)/g,
      'ANY',
    )
  const fields: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]?.toLowerCase() ?? ''
    const isTyped = new RegExp(`['" ]${name}:`, 'i').test(text)
    if (name === 'x-case' || (generated.includes(name) && !isTyped)) continue
    fields.push(`${name}: ${masked(headers[at + 1] ?? '')}`)
  }
  const port = host.replace(scheme === 'https' ? /:443$/ : /:80$/, '')
  return [
    `${method} ${scheme}://${port.toLowerCase()}${target}`,
    ...fields.sort(),
    `body: ${masked(body.toString('latin1'))}`,
  ]
}

const title = 'an imported command is sent as by curl (../shared/corpus)'
const need = existsSync(corpus) ? needs(hasCurl, 'curl') : needs(false, corpusNeed)
describe(title, need, () => {
  const files = existsSync(corpus)
    ? globSync('**/*.txt', { cwd: corpus, exclude: ['**/name.txt'] }).sort()
    : []
  test.each(files)('%s', async file => {
    const commands = commandsIn(join(corpus, file))
    for (const one of commands) await runCurl(one)
    const theirs = Map.groupBy(proxy.take(), markOf)
    await runParley(commands, `home${files.indexOf(file)}`)
    const ours = Map.groupBy(proxy.take(), markOf)
    const differences = commands.flatMap(({ mark, text }) => {
      const [sent, expected] = [ours, theirs].map(calls =>
        (calls.get(mark) ?? []).map(one => linesOf(one, text)),
      )
      // curl itself refuses some, such as options of later versions.
      const isSame = expected?.length === 0 || JSON.stringify(sent) === JSON.stringify(expected)
      return isSame ? [] : [{ text, expected, sent }]
    })
    expect(differences.filter(({ text }) => !known.some(([part]) => text.includes(part)))).toEqual([])
  })

  test('most commands need no shell', () => {
    expect(files.flatMap(file => commandsIn(join(corpus, file))).length).toBeGreaterThan(180)
  })
})
