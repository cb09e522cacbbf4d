import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeZip, waitFor } from '@parley/testkit'
import { DesktopSession, missingForDesktop } from '../e2e/support/desktop/desktop-session.ts'
import { npmSettings } from './npm-settings.testkit.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The address that README sends to. */
const readmeServer = 'localhost:3000'

/** Returns the commands in the code blocks of README and of the page on the command line, without comments, in their order. */
export function readmeCommands(): readonly string[] {
  const text = ['README.md', 'docs/cli.md'].map(path => readFileSync(join(root, path), 'utf8')).join('\n')
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  return blocks.flatMap(block =>
    block
      .trim()
      .split('\n')
      .map(line => line.replace(/\s+# .*$/, '')),
  )
}

/** How a command of README ended. */
export interface ReadmeOutcome {
  readonly command: string
  /** 0, or what went wrong. */
  readonly ended: 0 | string
}

/**
 * Runs the commands of README as they are written, all but `npm test`, in a fresh clone with an empty home. Commands that run until
 * they are stopped are stopped once they work.
 * @param programs the folder with the Node and npm to run them with; null: those of the system
 */
export async function runReadmeCommands(programs: string | null): Promise<readonly ReadmeOutcome[]> {
  const run = await ReadmeRun.start(programs)
  try {
    const outcomes: ReadmeOutcome[] = []
    for (const command of readmeCommands()) {
      if (/npm test\b/.test(command)) continue
      outcomes.push({ command, ended: await run.command(command) })
    }
    return outcomes
  } finally {
    await run.end()
  }
}

/** Until when a command must have ended, or work. */
const limitMs = 300_000

class ReadmeRun {
  readonly #folder: string
  readonly #server: Server
  readonly #host: string
  readonly #env: Readonly<Record<string, string>>

  private constructor(folder: string, server: Server, host: string, programs: string | null) {
    this.#folder = folder
    this.#server = server
    this.#host = host
    this.#env = {
      ...npmSettings(),
      HOME: join(folder, 'home'),
      LANG: 'C.UTF-8',
      PARLEY_KEYCHAIN: 'off',
      PATH: [
        join(folder, 'bin'),
        ...(programs === null ? [] : [programs]),
        '/usr/local/bin:/usr/bin:/bin',
      ].join(delimiter),
    }
  }

  static async start(programs: string | null): Promise<ReadmeRun> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-readme-')))
    const { server, host } = await startServer()
    for (const name of ['home', 'bin', 'clone']) mkdirSync(join(folder, name))
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, join(folder, 'clone')])
    writeWorkspace(join(folder, 'clone/work'), host)
    writeWorkspace(join(folder, 'home/apis'), host)
    // README says that `parley` means the program, however it is started.
    writeProgram(join(folder, 'bin/parley'), 'exec npx parley "$@"')
    // Not every machine has it; the command needs only one value of it.
    writeProgram(
      join(folder, 'bin/jq'),
      `exec node -e 'console.log(JSON.parse(require("fs").readFileSync(0, "utf8")).response.statusCode)'`,
    )
    return new ReadmeRun(folder, server, host, programs)
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }

  /** Runs a command, and resolves to 0 or what went wrong. */
  command(written: string): Promise<0 | string> {
    const text = written
      .replaceAll(readmeServer, this.#host)
      // This machine need not reach others.
      .replaceAll('https://example.com', `http://${this.#host}`)
      .replaceAll('/run/secrets', '.')
    if (/ npm start$/.test(text) || /^(?:npx )?parley serve/.test(text)) return this.#serve(text)
    if (/parley desktop$/.test(text)) return this.#showWindow(text)
    return this.#untilEnd(text)
  }

  #spawn(text: string, more: Readonly<Record<string, string>> = {}) {
    // The commands of the command line are about the files of a workspace.
    const cwd = join(this.#folder, /^(?:npm|npx) /.test(text) ? 'clone' : 'clone/work')
    const child = spawn('bash', ['-o', 'pipefail', '-c', text], {
      cwd,
      env: { ...this.#env, ...more },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes
      })
    const ended = new Promise<number | null>(resolve => child.once('close', code => resolve(code)))
    return { child, ended, output: () => output }
  }

  /** Its standard input is empty: `parley mcp` ends with it. */
  async #untilEnd(text: string): Promise<0 | string> {
    const { child, ended, output } = this.#spawn(text)
    child.stdin.end()
    const code = await ended
    return code === 0 ? 0 : `exit code ${code}: ${output()}`
  }

  #serve(text: string): Promise<0 | string> {
    return this.#untilItWorks(text, {}, async output => {
      const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(output)?.[0]
      return address !== undefined && (await (await fetch(address)).text()).includes('<title>Parley</title>')
    })
  }

  async #showWindow(text: string): Promise<0 | string> {
    if (missingForDesktop().length > 0) {
      const ended = await this.#untilEnd(text)
      return String(ended).includes('There is no display') ? 0 : ended
    }
    const session = await DesktopSession.start()
    try {
      const isShown = () => session.windows().some(({ title }) => title.endsWith('Parley'))
      return await this.#untilItWorks(text, { DISPLAY: session.display }, isShown)
    } finally {
      await session.close()
    }
  }

  /** Stops a command as soon as it works. */
  async #untilItWorks(
    text: string,
    env: Readonly<Record<string, string>>,
    works: (output: string) => boolean | Promise<boolean>,
  ): Promise<0 | string> {
    const { child, ended, output } = this.#spawn(text, env)
    try {
      const isDone = async () => child.exitCode !== null || (await works(output()))
      await waitFor(isDone, () => `${text} to work (${output()})`, { timeoutMs: limitMs })
      return child.exitCode === null ? 0 : `exit code ${child.exitCode}: ${output()}`
    } finally {
      await stop(child, ended)
    }
  }
}

/** As Ctrl+C does, which a terminal sends to all programs of a command. */
async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
  await ended
}

function writeProgram(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}

/** Starts a server under the port that README names, or under another one if that is taken. */
async function startServer(): Promise<{ readonly server: Server; readonly host: string }> {
  const server = createServer((request, response) => {
    const isDocument = request.url?.endsWith('/openapi.yaml')
    response.setHeader('Content-Type', isDocument ? 'application/yaml' : 'application/json')
    response.end(isDocument ? openApi : '{"data": {"books": []}}')
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  await listen(Number(readmeServer.split(':')[1])).catch(() => listen(0))
  const bound = server.address()
  return { server, host: `localhost:${typeof bound === 'object' ? bound?.port : ''}` }
}

const openApi = `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books: { get: { operationId: listBooks, responses: { "200": { description: All } } } }
`

/** Writes the files that the commands of README name. */
function writeWorkspace(folder: string, host: string): void {
  const url = `http://${host}/books`
  const postman = JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'List books', request: { method: 'GET', url } }],
  })
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'workspace.yml': 'opencollection: 1.0.0\ninfo:\n  name: Shop\n  type: workspace\n',
    'environments/staging.yml':
      'name: Staging\nvariables:\n  - name: host\n    value: a.test\n  - name: apiKey\n    secret: true\n',
    'shop/opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: Shop\n',
    'shop/orders/folder.yml': 'info:\n  name: Orders\n  type: folder\n',
    'shop/orders/add-order.yml': `info:\n  name: Add order\n  type: http\n  tags: [smoke]\nhttp:\n  method: POST\n  url: ${url}\n`,
    'shop/books.yml': `info:\n  name: Books\n  type: graphql\ngraphql:\n  method: POST\n  url: ${url}\n  body:\n    query: 'query Books($first: Int) { books(first: $first) }'\n`,
    'shop.postman_collection.json': postman,
    'users.csv': 'name\nAnn\nBob\n',
    'book.json': '{"title": "{{title}}"}',
    'lavinia.png': Buffer.from('89504e470d0a1a0a', 'hex'),
    'api-key': 'made up',
    'export.zip': makeZip([{ name: 'shop.postman_collection.json', content: postman }]),
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}
