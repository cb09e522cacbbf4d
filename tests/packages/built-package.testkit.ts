import { execFile, spawn, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSink, waitFor } from '@parley/testkit'
import { expect } from 'vitest'
import { version } from '../../apps/cli/src/version.ts'
import { makePackages, type PackageName } from '../../scripts/package/make-packages.ts'
import { contentsPath } from '../../scripts/package/package-contents.ts'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Seconds since 1970 that every package of a test gets. */
export const packageDate = '1790000000'

/** Makes a package of the current build in a new folder. The page must be built. */
export async function buildPackage(
  name: PackageName,
): Promise<{ readonly path: string; readonly folder: string }> {
  if (!existsSync(join(root, 'apps/cli/dist/page/index.html')))
    throw new Error('Run npm run build first: the packages contain the page.')
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley package ')))
  process.env.SOURCE_DATE_EPOCH = packageDate
  process.env.PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const [path = ''] = await makePackages([name], join(folder, 'packages'), join(folder, 'work'))
  return { path, folder }
}

/** Returns the paths of all files and links below a folder, sorted. */
export function filesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter(name => !lstatSync(join(folder, name)).isDirectory()).sort()
}

/** Compares the list next to a package with a folder: what it lists and the folder lacks or has otherwise, and the reverse. */
export function listedFiles(
  path: string,
  folder: string,
): { readonly missing: readonly string[]; readonly unlisted: readonly string[] } {
  const lines = readFileSync(contentsPath(path), 'utf8').trim().split('\n')
  const listed = lines.map(line => {
    const [, sha256 = '', bytes = '', name = ''] = /^([0-9a-f]{64}) +(\d+) {2}(.+)$/.exec(line) ?? []
    return { sha256, bytes: Number(bytes), name }
  })
  const isThere = ({ sha256, bytes, name }: (typeof listed)[number]) => {
    if (!existsSync(join(folder, name))) return false
    const content = readFileSync(join(folder, name))
    return content.byteLength === bytes && hash('sha256', content) === sha256
  }
  const names = new Set(listed.map(({ name }) => name))
  return {
    missing: listed.filter(one => !isThere(one)).map(({ name }) => name),
    unlisted: filesIn(folder).filter(name => !names.has(name)),
  }
}

/** Whether this machine has a program. */
export const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0

/** What a program printed, and how it ended. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program with nothing of the environment but what is given. */
export function runAlone(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = '/',
): Promise<Ended> {
  return new Promise(resolve => {
    execFile(program, [...args], { env: { ...env }, cwd, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
        stdout,
        stderr,
      }),
    )
  })
}

const collectionOf = (url: string) => ({
  info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'One',
      request: { method: 'GET', url },
      event: [
        { listen: 'test', script: { exec: ['pm.test("answered", () => pm.response.to.have.status(200))'] } },
      ],
    },
  ],
})

/** Uses an installed program as a user does: asks for its version, sends, runs a collection with a script, serves the page, and talks to agents. */
export async function useProgram(
  program: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const printed = await runAlone(program, ['--version'], env, folder)
  expect(printed).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  const sink = await startSink()
  try {
    expect(await runAlone(program, ['send', sink.url], env, folder)).toMatchObject({ code: 0, stderr: '' })
    writeFileSync(join(folder, 'c.json'), JSON.stringify(collectionOf(sink.url)))
    const run = await runAlone(program, ['run', 'c.json', '--reporter', 'json'], env, folder)
    expect(JSON.parse(run.stdout).results[0].tests).toEqual([
      { name: 'answered', passed: true, reason: null, tookMs: expect.any(Number) },
    ])
  } finally {
    await sink.close()
  }
  writeFileSync(join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  expect(await answerToAgent(program, folder, env)).toContain('"protocolVersion"')
  await whileServing(program, folder, env, async address => {
    const page = await (await fetch(address)).text()
    expect(page).toContain('<title>Parley</title>')
  })
}

/** Resolves to the first line that `parley mcp` answers to an agent. */
async function answerToAgent(
  program: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(program, ['mcp', folder], { env: { ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes
  })
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await waitFor(
    () => output.includes('\n') || null,
    () => `an answer (${output})`,
    { timeoutMs: 30_000 },
  )
  child.stdin.end()
  await new Promise(resolve => child.once('exit', resolve))
  return output
}

/** Starts `parley serve`, calls `act` with the address for a browser, and stops it. */
export async function whileServing(
  program: string,
  folder: string,
  env: Readonly<Record<string, string>>,
  act: (address: string) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  const child = spawn(program, ['serve', '--no-open', '--no-demo', ...more], {
    env: { ...env, PARLEY_KEYCHAIN: 'off' },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes
    })
  const ended = new Promise(resolve => child.once('exit', resolve))
  try {
    const found = () => /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(output)?.[0]
    await act(await waitFor(found, () => `the address (${output})`, { timeoutMs: 60_000 }))
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
