import { execFile, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type DemoApi,
  endConnection,
  receiveHead,
  type Sink,
  startDemoApi,
  startRawServer,
  startSink,
  waitFor,
} from '@parley/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type EndedProgram,
  programs,
  type RunOptions,
  runProgram,
  sourceProgram,
} from './run-program.testkit.ts'

let demo: DemoApi
let sink: Sink
let folder: string

beforeAll(async () => {
  demo = await startDemoApi()
})

afterAll(() => demo.close())

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
  sink = await startSink()
})

afterEach(async () => {
  await sink.close()
  rmSync(folder, { recursive: true })
})

function headersOf(index = 0): readonly string[] {
  return (sink.requests[index]?.headers ?? []).map(({ name, value }) => `${name}: ${value}`)
}

describe.each(programs)('%s', program => {
  const run = (args: readonly string[], options: RunOptions = {}): Promise<EndedProgram> =>
    runProgram(program, args, { cwd: folder, ...options })
  const send = (...args: readonly string[]) => run(['send', ...args])

  test('prints the body, byte by byte, and nothing else', async () => {
    const { code, stdout, stderr } = await send(`${demo.baseUrl}/binary?bytes=1000`)
    expect(stdout).toEqual(Buffer.from(Uint8Array.from({ length: 1000 }, (_, index) => index % 256)))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test('a status of 400 or more is a response', async () => {
    expect(await send(`${demo.baseUrl}/status/503`)).toMatchObject({ code: 0, stderr: '' })
  })

  test('sends GET, or POST where there is a body, or the method that is typed', async () => {
    for (const words of [
      [sink.url],
      ['-d', 'x', sink.url],
      ['PURGE', sink.url],
      ['GET', '-d', 'x', sink.url],
    ])
      expect(await send(...words)).toMatchObject({ code: 0, stderr: '' })
    expect(sink.requests.map(request => request.method)).toEqual(['GET', 'POST', 'PURGE', 'GET'])
  })

  test('sends headers in their order, twice where they are given twice', async () => {
    await send(sink.url, '-H', 'X-B: 1', '-H', 'x-a:2', '--header', 'X-B:  three: 3 ', '-H', 'Empty:')
    const own = headersOf().filter(line => /^(x-|empty)/i.test(line))
    expect(own).toEqual(['X-B: 1', 'x-a: 2', 'X-B: three: 3', 'Empty: '])
  })

  test('sends a body as typed', async () => {
    await send('PUT', sink.url, '-d', '--é\n"\'$HOME')
    expect(sink.requests[0]?.content.toString()).toBe('--é\n"\'$HOME')
    await send(sink.url, '--json', '{"big":12345678901234567890}')
    expect(sink.requests[1]?.content.toString()).toBe('{"big":12345678901234567890}')
    expect(headersOf(1)).toContain('Content-Type: application/json')
    await send(sink.url, '-d', '')
    expect(sink.requests[2]?.method).toBe('POST')
    expect(headersOf(2)).toContain('Content-Length: 0')
  })

  test('sends forms and files', async () => {
    writeFileSync(join(folder, 'a b.png'), Buffer.from([0, 0xff, 0x0d]))
    const form = ['-F', 't=é', '--form', 'f=@a b.png;type=x/y', '-F', 't={};type=application/json']
    expect(await send(sink.url, ...form)).toMatchObject({ code: 0, stderr: '' })
    const boundary = /^Content-Type: multipart\/form-data; boundary=(.+)$/m.exec(headersOf(0).join('\n'))?.[1]
    expect(boundary).toMatch(/^parley-[0-9a-f-]{36}$/)
    const head = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
    expect(sink.requests[0]?.content.toString('latin1')).toBe(
      `${head('t')}\r\n\r\n\xc3\xa9\r\n` +
        `${head('f')}; filename="a b.png"\r\nContent-Type: x/y\r\n\r\n\0\xff\r\r\n` +
        `${head('t')}\r\nContent-Type: application/json\r\n\r\n{}\r\n--${boundary}--\r\n`,
    )
    expect(await send('PUT', sink.url, '--file', 'a b.png')).toMatchObject({ code: 0, stderr: '' })
    expect(sink.requests[1]).toMatchObject({ method: 'PUT', content: Buffer.from([0, 0xff, 0x0d]) })
    expect(headersOf(1)).toEqual(expect.arrayContaining(['Content-Type: image/png', 'Content-Length: 3']))
  })

  test('sends nothing where a file of it cannot be read', async () => {
    for (const words of [
      ['--file', 'gone'],
      ['-F', 'a=b', '-F', 'f=@gone'],
    ]) {
      const { code, stderr } = await send(sink.url, ...words)
      expect(code).toBe(3)
      expect(stderr).toContain('parley: The file gone could not be read. (FILE_NOT_READ)')
    }
    expect(await send(sink.url, '--file', '.')).toMatchObject({ code: 3 })
    expect(sink.requests).toEqual([])
  })

  test('prints status line and headers where it is asked to', async () => {
    const { stdout } = await send('-i', sink.url)
    expect(stdout.toString()).toMatch(/^HTTP\/1\.1 200 OK\nContent-Type: application\/json\n(.+\n)*\n\{\}$/)
  })

  test('a name without a value is sent as typed and noted', async () => {
    const { code, stderr } = await send(`${sink.url}/{{name}}`)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Note: sent as typed, no value known for {{name}}.\n',
    })
  })

  test.each([
    [['http://a', '-d', '1', '--json', '2'], 'parley: Give either --data or --json, not both.'],
    [['http://a', '--file', 'a', '-F', 'a=b'], 'parley: Give either --form or --file, not both.'],
    [['http://a', '-F', 'none'], 'parley: The form field “none” has no name.'],
    [['http://a', '-F', 'f=@'], 'parley: No file is selected for f. Nothing was sent. (NO_FILE_SELECTED)'],
    [['http://a/:id'], 'parley: The path variable :id has no value. (MISSING_PATH_VARIABLE)'],
    [['GET', 'http://a', 'b'], 'parley: send takes a method and a URL, and “b” is one word too many.'],
    [['http://a', '-H', 'none'], "parley: The header “none” has no name. Write it as 'Name: value'."],
    [['http://a', '-H', ': x'], "parley: The header “: x” has no name. Write it as 'Name: value'."],
    [['http://a', '-H', 'a b: x'], '“a b” cannot be the name of a header'],
    [['http://a', '-H', 'a: x\r\ny: z'], 'The value of the header a holds a line break'],
    [[''], 'parley: The URL is empty. (INVALID_URL)'],
    [['', 'http://a'], 'parley: The method is empty.'],
    [['A B', 'http://a'], '“A B” is not a method'],
    [['ftp://a'], 'Requests go over http or https; the URL begins with “ftp:”.'],
    [['http://a:99999'], '“http://a:99999” is not a URL that can be sent to.'],
    [['http://\x1b]52;c;x\x07'], '“http://\\x1b]52;c;x\\x07” is not a URL'],
    [['a', 'b', '\x1b[2J'], '“\\x1b[2J” is one word too many'],
    [['--bogus'], "unknown option '--bogus'\nRun parley --help to see what can be typed."],
    [['--', '--bogus', ''], 'The URL is empty'],
    [['-o'], "option '-o, --output <file>' argument missing"],
    [[], 'Give the URL to send to'],
    [['GET'], 'The URL is missing after GET.'],
    [['http://a/', 'http://b/'], 'Two URLs are given'],
  ])('%j is refused with 3', async (args, sentence) => {
    const { code, stdout, stderr } = await send(...args)
    expect(stderr).toContain(sentence)
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 3, stdout: '' })
  })

  test('a URL may begin with a hyphen behind --', async () => {
    const { code, stderr } = await send('--', '-nowhere.invalid')
    expect(code).toBe(2)
    expect(stderr).toContain('The name -nowhere.invalid could not be found.')
  })

  test('no connection is 2, with a sentence and its code', async () => {
    const gone = await startSink()
    await gone.close()
    const { code, stdout, stderr } = await send(gone.url)
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(
      `parley: Nothing answers at 127.0.0.1:${gone.port}. Is the server running? (ECONNREFUSED)\n` +
        'Start the server, or check the port in the URL.\n',
    )
  })

  test('a response that is cut short is 2, and what came is printed', async () => {
    const server = await startRawServer('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart')
    const { code, stdout, stderr } = await send(server.url)
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: 'part' })
    expect(stderr).toContain('(INCOMPLETE_RESPONSE)')
    await server.close()
  })

  describe('--output', () => {
    test('writes a new file', async () => {
      const { code, stdout, stderr } = await send(`${demo.baseUrl}/binary?bytes=300`, '-o', 'new.bin')
      expect({ code, stdout: stdout.toString(), stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
      expect(readFileSync(join(folder, 'new.bin'))).toHaveLength(300)
    })

    test('leaves what exists as it is, and sends nothing (CL5)', async () => {
      writeFileSync(join(folder, 'old'), 'old')
      symlinkSync('old', join(folder, 'link'))
      symlinkSync('not there', join(folder, 'loose'))
      for (const name of ['old', 'link', 'loose']) {
        const { code, stderr } = await send(sink.url, '-o', name)
        expect(code).toBe(3)
        expect(stderr).toContain(`${name} exists already and is left as it is.`)
      }
      expect(readFileSync(join(folder, 'old'), 'utf8')).toBe('old')
      expect(readlinkSync(join(folder, 'loose'))).toBe('not there')
      expect(existsSync(join(folder, 'not there'))).toBe(false)
      const { code, stderr } = await send(sink.url, '-o', 'none/file')
      expect(code).toBe(3)
      expect(stderr).toContain('none/file cannot be written (ENOENT).')
      expect(sink.requests).toEqual([])
    })

    test('leaves no file where nothing was sent or nothing came', async () => {
      const gone = await startSink()
      await gone.close()
      expect(await send('http://a b/', '-o', 'file')).toMatchObject({ code: 3 })
      expect(await send(gone.url, '-o', 'file')).toMatchObject({ code: 2 })
      expect(readdirSync(folder)).toEqual([])
    })

    test('keeps what arrived and says so', async () => {
      const server = await startRawServer('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart')
      const { code, stderr } = await send(server.url, '-o', 'file')
      expect(code).toBe(2)
      expect(stderr).toMatch(/What arrived is in file\.\n$/)
      expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('part')
      await server.close()
    })

    test('keeps an empty body as an empty file', async () => {
      expect(await send(`${demo.baseUrl}/status/204`, '-o', 'file')).toMatchObject({ code: 0 })
      expect(lstatSync(join(folder, 'file')).size).toBe(0)
    })
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends with 130 and keeps what came (CL4)', async signal => {
    const server = await startRawServer([
      receiveHead,
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nso far\r\n',
      connection => connection.closed,
    ])
    const path = join(folder, 'file')
    const ended = run(['send', server.url, '-o', 'file'], {
      onStart: child =>
        void waitFor(() => existsSync(path) && lstatSync(path).size === 6, 'the part', {
          timeoutMs: 15_000,
        }).then(() => child.kill(signal)),
    })
    expect(await ended).toMatchObject({ code: 130, signal: null, stderr: 'What arrived is in file.\n' })
    expect(readFileSync(path, 'utf8')).toBe('so far')
    await server.close()
  })

  test('a reader that leaves ends an endless response, quietly', async () => {
    const shown = await runShell(`"$0" "$1" send "$2" | head -c 5; echo " \${PIPESTATUS[0]}"`, [
      process.execPath,
      program,
      `${demo.baseUrl}/events?count=0&intervalMs=1`,
    ])
    expect(shown).toBe(': the 0\n')
    await waitFor(() => demo.activeCallCount() === 0, 'the call to end')
  })

  test.skipIf(!existsSync('/dev/full'))('a disk that is full is 2 with a sentence', async () => {
    const full = openSync('/dev/full', 'w')
    const { code, stderr } = await run(['send', sink.url], { stdout: full })
    closeSync(full)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'parley: Standard output cannot be written (ENOSPC).\n',
    })
  })

  test('200 MB are printed in bounded memory', async () => {
    const report = join(folder, 'memory.mjs')
    const peakFile = join(folder, 'peak')
    const bodyFile = join(folder, 'body')
    writeFileSync(
      report,
      "import { writeFileSync } from 'node:fs'\n" +
        `process.on('exit', () => writeFileSync(${JSON.stringify(peakFile)}, ` +
        'String(process.resourceUsage().maxRSS)))\n',
    )
    const nodeOptions = ['--import', pathToFileURL(report).href]
    const peakOf = async (sizeBytes: number) => {
      const stdout = openSync(bodyFile, 'w')
      const { code } = await run(['send', `${demo.baseUrl}/binary?bytes=${sizeBytes}`], {
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

  test('help says what can be typed and what the exit codes mean', async () => {
    const help = await run(['--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    for (const code of ['0 ', '2 ', '3 ', '130']) expect(help.stdout.toString()).toContain(`\n  ${code} `)
    const ofSend = (await send('--help')).stdout.toString()
    for (const option of ['--header', '--data', '--json', '--form', '--file', '--output', '--include'])
      expect(ofSend).toContain(option)
    expect(ofSend).toContain('Usage: parley send [METHOD] URL [options]')
    expect(await run([])).toMatchObject({ code: 3 })
    expect(await run(['bogus'])).toMatchObject({ code: 3 })
  })

  test('the version is that of the package', async () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    for (const option of ['--version', '-V']) {
      const { code, stdout } = await run([option])
      expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: `${manifest.version}\n` })
    }
  })

  test.skipIf(!existsSync('/usr/bin/script'))('a terminal is shown no control characters (CL1)', async () => {
    const server = await startRawServer([
      receiveHead,
      'HTTP/1.1 200 OK\r\nX: \x9b2J\r\n\r\n\x1b]52;c;eA==\x07 a\r',
      '\nb\rc',
      endConnection,
    ])
    const typescript = await runInTerminal(`"${process.execPath}" "${program}" send -i "${server.url}"`)
    // The terminal itself writes a carriage return before each line break.
    expect(typescript).toContain('\\x1b]52;c;eA==\\x07 a\r\r\n')
    expect(typescript).toContain('b\\x0dc')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(typescript).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/)
    await server.close()
  })
})

test('--version loads nothing but itself', async () => {
  const hook = join(folder, 'hook.mjs')
  const list = join(folder, 'loaded')
  writeFileSync(
    hook,
    "import { appendFileSync } from 'node:fs'\nimport { registerHooks } from 'node:module'\n" +
      'registerHooks({ load(url, context, next) {\n' +
      `  appendFileSync(${JSON.stringify(list)}, url.split('/').slice(-2).join('/') + '\\n')\n` +
      '  return next(url, context)\n} })\n',
  )
  const loadedBy = async (...args: readonly string[]) => {
    rmSync(list, { force: true })
    await runProgram(sourceProgram, args, { nodeOptions: ['--import', pathToFileURL(hook).href] })
    return readFileSync(list, 'utf8').trim().split('\n')
  }
  expect(await loadedBy('--version')).toEqual(['src/main.ts', 'src/version.ts', 'cli/package.json'])
  expect(await loadedBy('--help')).toContain('src/run-command-line.ts')
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

/** Runs a command on a terminal of its own and resolves with what it showed. */
function runInTerminal(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let shown = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', chunk => {
      shown += chunk
    })
    child.once('error', reject)
    child.once('close', () => resolve(shown))
  })
}
