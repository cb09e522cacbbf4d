import { execFile } from 'node:child_process'
import { closeSync, existsSync, lstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bundledProgram, type RunOptions, runProgram, sourceProgram } from './run-program.testkit.ts'
import { useSendFixture } from './send/send-fixture.testkit.ts'

const fixture = useSendFixture()
const program = bundledProgram
const run = (args: readonly string[], options: RunOptions = {}) =>
  runProgram(args, { cwd: fixture.folder, ...options })
const home = (name: string) => ({ PARLEY_HOME: fixture.path(name), NODE_COMPILE_CACHE: '' })

test.each(['--help', 'help'])('closing the pipe of %s early is no error', async word => {
  const script = `"$0" "$@" | true; echo " \${PIPESTATUS[0]}"`
  expect(await runShell(script, [process.execPath, program, word, 'send'])).toBe(' 0\n')
})

test('a closed pipe interrupts neither a file nor a failure message', async () => {
  const script = `"$0" "$@" | true; echo " \${PIPESTATUS[0]}"`
  const args = [process.execPath, program, 'send', '-i', '-o', fixture.path('body')]
  expect(await runShell(script, [...args, `${fixture.demo.baseUrl}/binary?bytes=5000000`])).toBe(' 0\n')
  expect(lstatSync(fixture.path('body')).size).toBe(5_000_000)
  const document = [process.execPath, program, 'send', '--json-output', 'ftp://a']
  expect(await runShell(script, document)).toMatch(/\(UNSUPPORTED_SCHEME\)\n.+\n 3\n$/)
})

test.skipIf(!existsSync('/dev/full'))('a full disk exits with 2 and a sentence', async () => {
  for (const words of [[fixture.sink.url], [fixture.sink.url, '--json-output']]) {
    const full = openSync('/dev/full', 'w')
    const { code, stderr } = await run(['send', ...words], { stdout: full })
    closeSync(full)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'parley: Standard output cannot be written. (ENOSPC)\n' +
        'Free some space on the disk, or write to another place with --output.\n',
    })
  }
})

test('200 MB are printed in bounded memory', async () => {
  const report = fixture.path('memory.mjs')
  const peakFile = fixture.path('peak')
  const bodyFile = fixture.path('body')
  writeFileSync(
    report,
    "import { writeFileSync } from 'node:fs'\n" +
      `process.on('exit', () => writeFileSync(${JSON.stringify(peakFile)}, ` +
      'String(process.resourceUsage().maxRSS)))\n',
  )
  const nodeOptions = ['--import', pathToFileURL(report).href]
  const peakOf = async (sizeBytes: number) => {
    const stdout = openSync(bodyFile, 'w')
    const { code } = await run(['send', `${fixture.demo.baseUrl}/binary?bytes=${sizeBytes}`], {
      nodeOptions,
      stdout,
    })
    closeSync(stdout)
    expect({ code, sizeBytes: lstatSync(bodyFile).size }).toEqual({ code: 0, sizeBytes })
    return Number(readFileSync(peakFile, 'utf8')) * 1024
  }
  const smallPeak = await peakOf(1000)
  expect((await peakOf(200_000_000)) - smallPeak).toBeLessThan(130_000_000)
})

test('a command works without a cache of compiled code if that cannot be written', async () => {
  writeFileSync(fixture.path('file'), '')
  const { code, stderr } = await run(['send', fixture.sink.url], { env: home('file') })
  expect([code, stderr]).toEqual([0, ''])
})

test('each command loads what it needs and nothing else', async () => {
  const hook = fixture.path('hook.mjs')
  const list = fixture.path('loaded')
  writeFileSync(
    hook,
    "import { appendFileSync } from 'node:fs'\nimport { registerHooks } from 'node:module'\n" +
      'registerHooks({ load(url, context, next) {\n' +
      `  appendFileSync(${JSON.stringify(list)}, url.split('/').slice(-2).join('/') + '\\n')\n` +
      '  return next(url, context)\n} })\n',
  )
  const loadedBy = async (...args: readonly string[]) => {
    rmSync(list, { force: true })
    await runProgram(args, { nodeOptions: ['--import', pathToFileURL(hook).href] }, sourceProgram)
    return readFileSync(list, 'utf8').trim().split('\n')
  }
  expect(await loadedBy('--version')).toEqual(['src/main.ts', 'src/version.ts', 'cli/package.json'])
  const ofHelp = await loadedBy('send', '--help')
  expect(ofHelp).toContain('send/define-send-command.ts')
  expect(ofHelp).not.toContain('send/send-command.ts')
  const parts = ['send/json-document.ts', 'send/timing-table.ts', 'send/progress-line.ts']
  const ofSend = await loadedBy('send', fixture.sink.url)
  expect(ofSend).toContain('send/send-command.ts')
  expect(ofSend.filter(path => parts.includes(path))).toEqual([])
  const ofAll = await loadedBy('send', fixture.sink.url, '--json-output', '--timing')
  expect(ofAll).toEqual(expect.arrayContaining(parts.slice(0, 2)))
})

/** Resolves with what the shell wrote: standard error first, then standard output. */
function runShell(script: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script, ...args], (error, stdout, stderr) => {
      if (error) reject(error)
      else resolve(`${stderr}${stdout}`)
    })
  })
}
