import { mkdirSync, rmSync } from 'node:fs'
import { newGraphQlRequest, writeItem } from '@parley/model'
import { type ModelServer, startModelServer, waitFor } from '@parley/testkit'
import { type GraphQlServer, startGraphQlServer } from '@parley/testkit/graphql'
import type { GrpcServer } from '@parley/testkit/grpc'
import { startGrpcServer } from '@parley/testkit/grpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryIo, runInProcess } from './io/run-in-process.testkit.ts'
import { useRunFixture } from './run/run-fixture.testkit.ts'
import { defineCommandLine } from './run-command-line.ts'
import { type CommandOptions, type EndedProgram, openInput, runProgram } from './run-program.testkit.ts'

/** Tests run commands in their own process: here the installed program shows that it does the same. */
const fixture = useRunFixture()
let calls: GrpcServer
let graphQl: GraphQlServer
let model: ModelServer

beforeAll(async () => {
  calls = await startGrpcServer()
  graphQl = await startGraphQlServer()
  model = await startModelServer('openai')
  model.behaviour = { kind: 'answer', text: 'It compares \u001b[2J undefined.' }
})
afterAll(async () => {
  await calls.close()
  await graphQl.close()
  await model.close()
})

/** Words and what they get; the files are written before each of the two runs. */
interface Case {
  readonly args: () => readonly string[]
  readonly options?: () => CommandOptions
}

const of = (...args: readonly string[]): Case => ({ args: () => args })
const atSink = (...args: readonly string[]): Case => ({
  args: () => args.map(word => word.replace('SINK', fixture.sink.url)),
})
const withInput = (one: Case, stdin: string): Case => ({ ...one, options: () => ({ stdin }) })

const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
})}\n`

/** At least one case for each command; those without a command are words of the program itself. */
const cases: Readonly<Record<string, readonly Case[]>> = {
  '': [of(), of('--help'), of('--version'), of('help', 'run'), of('bogus'), of('run', '--environment', 'E')],
  send: [
    atSink('send', 'SINK/{{name}}', '-i'),
    withInput(atSink('send', 'SINK', '-d', '@-', '-o', 'out'), 'a\nb'),
    atSink('send', 'SINK', '--file', 'body.txt', '-q'),
    atSink('send', 'SINK', '--form', 'f=@body.txt', '--timing'),
    of('send', 'http://127.0.0.1:1'),
    of('send', 'ftp://a'),
    of('send', '-o', 'body.txt', 'http://a'),
    of('send', 'http://a', '--file', 'gone'),
    of('send', 'http://a', '--cacert', 'gone.pem'),
    of('send', 'shop/books/list.yml', '-e', 'Local'),
  ],
  codegen: [
    of('codegen', '--list'),
    of('codegen', '-t', 'curl', 'http://a/{{b}}', '-d', '@body.txt'),
    of('codegen', '-t', 'python', 'shop/books/list.yml', '--no-auth'),
    withInput(of('codegen', '-t', 'go', '--curl', '@-'), 'curl http://a -u b:c'),
    of('codegen', '-t', 'cobol', 'http://a'),
  ],
  schema: [of('schema', 'q.yml'), of('schema', 'q.yml', '-o', 'schema.json'), of('schema', 'gone.yml')],
  grpc: [
    { args: () => ['grpc', 'list', calls.address] },
    { args: () => ['grpc', 'describe', calls.address, 'shop.Books'] },
    { args: () => ['grpc', 'list', calls.address, 'gone'] },
  ],
  import: [
    of('import', 'c.json', '--into', 'ws'),
    withInput(of('import', '-', '--check', '--json-output'), 'curl http://a'),
    of('import', 'gone', '--into', 'ws'),
  ],
  export: [of('export', 'shop/books', '--to', 'openapi'), of('export', 'shop', '--to', 'curl')],
  run: [
    of('run', 'c.json'),
    of('run', 'c.json', '-v', '--only', 'A'),
    of('run', 'shop', '-r', 'tap', '-r', 'junit=r.xml', '--folder', 'Old'),
    of('run', 'c.json', '-r', 'github', '--data', 'rows.csv'),
    of('run', 'gone'),
  ],
  explain: [
    of('explain', 'report.json'),
    {
      args: () => ['explain', 'report.json', '--yes'],
      options: () => ({
        env: { PARLEY_ASSISTANT_ADDRESS: `${model.url}/v1`, PARLEY_ASSISTANT_MODEL: 'small' },
      }),
    },
    withInput(of('explain', '-'), '{}'),
  ],
  serve: [of('serve', '--help'), of('serve', 'a', 'b')],
  desktop: [of('desktop', '--help'), of('desktop', '--bogus')],
  mcp: [
    {
      args: () => ['mcp', 'shop'],
      options: () => ({
        stdin: openInput,
        onStart: running =>
          void running
            .write(initialize)
            .then(() => waitFor(() => running.stdout().endsWith('\n'), 'an answer'))
            .then(() => running.endInput()),
      }),
    },
    of('mcp', 'gone'),
    of('mcp', '--read-only', '--allow-write'),
  ],
  load: [
    of('load', 'c.json', '--engine', 'locust', '--export', 'out'),
    of('load', 'c.json', '--engine', 'k6'),
    of('load', 'c.json', '--engine', 'jmeter', '--export', 'out'),
  ],
  report: [of('report', 'merge', 'gone.json'), of('report', 'merge', 'c.json'), of('report')],
  completion: [of('completion', 'bash'), of('completion', 'tcsh')],
}

test('each command is compared', () => {
  const names = defineCommandLine(memoryIo().io).program.commands.map(command => command.name())
  expect(Object.keys(cases).filter(Boolean).toSorted()).toEqual(names.toSorted())
})

const rows = Object.entries(cases).flatMap(([name, some]) =>
  some.map((one, at) => [name || 'the program', at + 1, one] as const),
)

test.each(rows)(
  '%s, case %i, does the same in the process of the test',
  async (_, _at, { args, options }) => {
    const given = options?.() ?? {}
    const ran = async (run: typeof runInProcess) => {
      writeFiles()
      const env = { PARLEY_HOME: fixture.path('home'), PARLEY_KEYCHAIN: 'off', ...given.env }
      return plain(await run(args(), { ...given, cwd: fixture.path('.'), env }))
    }
    const inProcess = await ran(runInProcess)
    expect(inProcess).toEqual(await ran(runProgram))
    expect(inProcess.stdout + inProcess.stderr).not.toContain('INTERNAL')
  },
)

/** Empties the folder, and writes what the cases read. */
function writeFiles(): void {
  rmSync(fixture.path('.'), { recursive: true })
  mkdirSync(fixture.path('.'))
  fixture.write('body.txt', 'the body')
  fixture.write('rows.csv', 'a,b\n1,2\n')
  fixture.workspace()
  const tests = 'pm.test("one", () => {}); pm.test("two", () => pm.expect(1).to.equal(2))'
  fixture.postman([
    { name: 'A', url: fixture.sink.url, tests },
    { name: 'Down', url: 'http://127.0.0.1:1' },
  ])
  const body = { type: 'graphql', query: '{ books { title } }', variables: '' } as const
  fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url: graphQl.url, body })))
  const test = { name: 'two', passed: false, reason: 'expected 1 to equal 2' }
  const failed = { name: 'A', path: ['C'], method: 'GET', url: 'http://a', status: 'failed', tests: [test] }
  const result = { ...failed, response: null, failure: null, scriptErrors: [] }
  fixture.write('report.json', { schemaVersion: 1, results: [result] })
}

/** Replaces times, and the gaps beside them, which differ each time. */
function plain({ code, signal, stdout, stderr }: EndedProgram) {
  const shown = (text: string) =>
    text
      .replace(/ *\d+(\.\d+)? (µs|ms|s|requests?\/s)\b/g, ' N')
      .replace(/"elapsedMs":\d+/g, '"elapsedMs":N')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/^Date: .+$/m, 'Date: TIME')
      .replace(/ +/g, ' ')
  return { code, signal, stdout: shown(stdout.toString()), stderr: shown(stderr) }
}
