import { mkdirSync, writeFileSync } from 'node:fs'
import { callTargets, codeTargets } from '@parley/codegen'
import { describe, expect, test } from 'vitest'
import type { InProcessOptions } from '../io/run-in-process.testkit.ts'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

const fixture = useSendFixture()

describe('parley codegen', () => {
  const codegen = async (args: readonly string[], options: InProcessOptions = {}) => {
    const { code, stdout, stderr } = await fixture.run(['codegen', ...args], options)
    return { code, stdout: stdout.toString(), stderr }
  }

  test('variables, files and quotes are in the code as they are sent', async () => {
    writeFileSync(fixture.path('book.json'), '{"title": "{{title}}", "quote": "it\'s $HOME"}')
    const words = ['PUT', 'http://a.test/books?q=a b', '-H', 'X-Own: {{title}}', '--json', '@book.json']
    const { code, stdout, stderr } = await codegen([...words, '--var', 'title=Lavinia', '-t', 'curl'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      [
        "curl 'http://a.test/books?q=a%20b'",
        '--request PUT',
        '--location',
        "--header 'X-Own: Lavinia'",
        "--header 'Content-Type: application/json'",
        `--data-raw '{"title": "Lavinia", "quote": "it'\\''s $HOME"}'\n`,
      ].join(' \\\n  '),
    )
  })

  test.each(['curl', 'typescript', 'powershell'])('%s prints only code', async id => {
    const { code, stdout, stderr } = await codegen(['-t', id, 'http://a.test/it', '-d', '1'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('a.test')
  })

  test('options belong to the target', async () => {
    const short = ['--option', 'short-flags', '--option', 'multiline=false', '--option', 'timeout-ms=1500']
    expect((await codegen(['-t', 'curl', 'http://a.test/it', ...short])).stdout).toBe(
      'curl http://a.test/it -L -m 1.5\n',
    )
    const python = await codegen([
      '-t',
      'python',
      'http://a.test/it',
      '-d',
      '1',
      '--option',
      'indentation=tab',
    ])
    expect(python.stdout).toContain('\n\turl,')
  })

  test('--list names every target and option', async () => {
    const { code, stdout, stderr } = await codegen(['--list'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = stdout.split('\n').map(line => line.split(/ {2,}/))
    for (const { id, language, library } of [...codeTargets, ...callTargets])
      expect(lines).toContainEqual([id, `${language}, ${library}`])
  })

  test('a cURL command replaces the request, typed, in a file or piped', async () => {
    const command = "curl -u ann:pa55 'http://a.test/{{id}}' --bogus"
    writeFileSync(fixture.path('command.sh'), command)
    const words = ['-t', 'python', '--var', 'id=7', '--curl']
    const typed = await codegen([...words, command])
    expect(typed).toMatchObject({
      code: 0,
      stderr: 'Note: --bogus is not a cURL option that Parley knows.\n',
    })
    expect(typed.stdout).toContain('http://a.test/7')
    expect(typed.stdout).toContain('pa55')
    expect(await codegen([...words, '@command.sh'])).toEqual(typed)
    expect(await codegen([...words, '@-'], { stdin: command })).toEqual(typed)
    expect((await codegen([...words, command, '--no-auth'])).stdout).not.toContain('pa55')
    const proxied = await codegen([...words, 'curl -x http://p.test:1 http://a.test/'])
    expect(proxied.stderr).toContain('was left out. Give it to parley send or parley run.')
  })

  test('a gRPC request has the code of its own targets, and other requests have none of these', async () => {
    const call = "grpcurl -plaintext -d '{}' a.test:1 shop.Books/Get"
    writeFileSync(
      fixture.path('rpc.yml'),
      'info:\n  name: Get\n  type: grpc\ngrpc:\n  url: a.test:1\n  method: shop.Books/Get\n  message: "{}"\n',
    )
    const words = ['-t', 'grpcurl', '--option', 'multiline=false']
    expect(await codegen([...words, 'rpc.yml'])).toEqual({ code: 0, stderr: '', stdout: `${call}\n` })
    expect((await codegen([...words, '--curl', call])).stdout).toBe(`${call}\n`)
    expect(await codegen(['-t', 'curl', 'rpc.yml'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no curl code for gRPC requests.'),
    })
    expect(await codegen([...words, 'http://a.test'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no grpcurl code for HTTP requests.'),
    })
  })

  test('a saved request gives code with what it inherits and with its environment', async () => {
    mkdirSync(fixture.path('ws/Shop/environments'), { recursive: true })
    const write = (name: string, text: string) => writeFileSync(fixture.path(`ws/${name}`), text)
    const headers = ['X-Team', 'X-Region'].map(name => `    - name: ${name}\n      value: workspace\n`)
    write('workspace.yml', `info:\n  name: Ws\n  type: workspace\nrequest:\n  headers:\n${headers.join('')}`)
    write(
      'Shop/opencollection.yml',
      'opencollection: 1.0.0\ninfo:\n  name: Shop\nrequest:\n  headers:\n    - name: X-Team\n      value: books\n',
    )
    write(
      'Shop/environments/Live.yml',
      'name: Live\nvariables:\n  - name: host\n    value: live.test\n  - secret: true\n    name: key\n',
    )
    for (const name of ['Add', 'List'])
      write(
        `Shop/${name}.yml`,
        `info:\n  name: ${name}\n  type: http\nhttp:\n  method: POST\n  url: http://{{host}}/${name}?k={{key}}\n`,
      )
    const one = await codegen(['-t', 'curl', 'ws/Shop/Add.yml', '--env', 'Live'])
    expect(one.stdout).toContain("'http://live.test/Add?k={{key}}'")
    expect(one.stdout).toContain("'X-Team: books'")
    expect(one.stdout).toContain("'X-Region: workspace'")
    expect(one.stdout).not.toContain('X-Team: workspace')
    expect({ code: one.code, stderr: one.stderr }).toEqual({ code: 0, stderr: '' })
    const only = await codegen(['-t', 'curl', 'ws', '--only', 'List', '--var', 'host=own.test'])
    expect(only.stdout).toContain('http://own.test/List')
    expect(await codegen(['-t', 'curl', 'ws'])).toEqual({
      code: 3,
      stdout: '',
      stderr: 'parley: ws contains 2 requests. Name one with --only.\n',
    })
    expect(await codegen(['-t', 'curl', 'ws/Shop/Add.yml', '-H', 'A: b'])).toMatchObject({ code: 3 })
    expect(await codegen(['-t', 'curl', 'http://a.test', '--env', 'Live'])).toMatchObject({ code: 3 })
  })

  test('the code has the authorization unless it is left out', async () => {
    const words = ['-t', 'curl', 'http://a.test/', '--user', 'ann:pa55']
    expect((await codegen(words)).stdout).toContain('--user ann:pa55')
    expect((await codegen([...words, '--no-auth'])).stdout).not.toContain('pa55')
  })

  test('what a send refuses fails with the same sentence and exit code 3, and prints no code', async () => {
    const words = ['http://a.test/:id', '-H', 'X: 1']
    const { code, stdout, stderr } = await codegen(['-t', 'curl', ...words])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    const sent = await fixture.run(['send', ...words])
    expect(stderr).toContain('MISSING_PATH_VARIABLE')
    expect([sent.code, sent.stderr]).toEqual([code, stderr])
  })

  test('a name without a value stays a name, and a note says so', async () => {
    const { stdout, stderr } = await codegen(['-t', 'curl', 'http://a.test/{{gone}}'])
    expect(stdout).toContain('http://a.test/{{gone}}')
    expect(stderr).toBe('Note: no value known for {{gone}}; the code contains the name instead.\n')
  })

  test.each([
    [['http://a'], 'parley: No target is given. Name one with --target:\ncurl, python, '],
    [['http://a', '-t', 'cobol'], 'parley: There is no target “cobol”. Name one with --target:\ncurl, '],
    [
      ['http://a', '-t', 'python', '--option', 'silent'],
      'parley: python has no option “silent”; it has follow-redirects, timeout-ms, indentation.',
    ],
    [
      ['http://a', '-t', 'curl', '--option', 'silent=maybe'],
      'parley: The option silent must be true or false, not “silent=maybe”.',
    ],
    [
      ['http://a', '-t', 'curl', '--option', 'quote-style=smart'],
      'The option quote-style must be single or double,',
    ],
    [
      ['http://a', '-t', 'curl', '--option', 'timeout-ms=-1'],
      'The option timeout-ms must be a whole number of milliseconds,',
    ],
    [['-t', 'curl'], 'parley: Give the URL'],
    [
      ['http://a', '-t', 'curl', '--curl', 'curl http://b'],
      'parley: Give either a URL with its options or --curl',
    ],
    [['-t', 'curl', '--curl', "curl 'http://b"], 'parley: Line 1, column 6: A quote opens here'],
    [['-t', 'curl', '--curl', 'curl http://b http://c'], 'parley: The command makes 2 requests'],
    [['-t', 'curl', '--curl', '@gone.sh'], 'parley: There is no file or folder gone.sh. Check the path.'],
    [['-t', 'curl', '-t', 'go', 'http://a'], 'It can be given only once.'],
  ])('%j is refused with 3', async (args, sentence) => {
    const { code, stdout, stderr } = await codegen(args)
    expect(stderr).toContain(sentence)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  })

  test('help shows every option', async () => {
    const { code, stdout } = await codegen(['--help'])
    expect(code).toBe(0)
    for (const option of ['--target', '--list', '--option', '--no-auth', '--curl', '--json', 'Examples:'])
      expect(stdout).toContain(option)
  })
})
