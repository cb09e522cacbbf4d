import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needs } from '@parley/testkit/needs'
import { beforeEach, describe, expect, test } from 'vitest'
import { parseYamlText } from '../../../../packages/workspace/src/documents/parse-yaml.ts'
import { sourceProgram } from '../run-program.testkit.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const page = readFileSync(fileURLToPath(new URL('../../../../docs/ci.md', import.meta.url)), 'utf8')

/** Returns the code block below a heading. */
function recipe(heading: string): string {
  const section = page.slice(page.indexOf(`\n## ${heading}\n`) + 1)
  return section.split('```')[1]?.replace(/^\w+\n/, '') ?? ''
}

/** Returns the pipeline below a heading. */
// biome-ignore lint/suspicious/noExplicitAny: each test reads what it expects of a pipeline.
function pipelineOf(heading: string): any {
  const parsed = parseYamlText(recipe(heading))
  if (!parsed.ok) throw new Error(`${heading} is no YAML`)
  return parsed.value.value
}

const fixture = useRunFixture()
const requests = ['Add', 'List', 'Me', 'Orders', 'Pay', 'Ship', 'Stock', 'Users']
const secret = 'c4n4ry-k3y'

beforeEach(() => {
  const { url } = fixture.sink
  fixture.write('apis/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  fixture.write(
    'apis/environments/staging.yml',
    `name: Staging\nvariables:\n  - name: base\n    value: ${url}\n`,
  )
  for (const [at, name] of requests.entries())
    fixture.write(
      `apis/${name}.yml`,
      `info:\n  name: ${name}\n  type: http\n  seq: ${at + 1}\nhttp:\n  method: GET\n  url: '{{base}}/${name}'\n  headers:\n    - name: X-Key\n      value: '{{apiKey}}'\nruntime:\n  scripts:\n    - type: tests\n      code: test("is there", () => {})\n`,
    )
  // What the recipes install.
  fixture.write('bin/parley', `#!/bin/sh\nexec "${process.execPath}" "${sourceProgram}" "$@"\n`)
  fixture.write('bin/npm', '#!/bin/sh\n[ "$1" = install ]\n')
  for (const name of ['parley', 'npm']) chmodSync(fixture.path(`bin/${name}`), 0o755)
})

/** Runs a script of a pipeline as the pipeline does. */
async function runScript(script: string, env: Readonly<Record<string, string>>) {
  const child = spawn('bash', ['-e', '-c', script], {
    cwd: fixture.path('.'),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    env: {
      PATH: `${fixture.path('bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
      PARLEY_HOME: fixture.path('home'),
      PARLEY_KEYCHAIN: 'off',
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = await once(child, 'close')
  expect(output).not.toContain(secret)
  return { code, output }
}

/** All requests were sent once, with the secret, and the report of the whole has all of them. */
function expectWholeRun(codes: readonly unknown[]): void {
  expect(codes).toEqual(codes.map(() => 0))
  expect(fixture.asked().toSorted()).toEqual(requests.map(name => `/${name}`))
  for (const { headers } of fixture.sink.requests)
    expect(headers).toContainEqual({ name: 'X-Key', value: secret })
  const suites = [...fixture.read('report.xml').matchAll(/<testsuite name="Shop \/ (\w+)"/g)]
  expect(suites.map(([, name]) => name)).toEqual(requests)
  expect(fixture.read('report.html')).toContain('Passed: Shop')
}

const timeout = 120_000

describe('the recipes of docs/ci.md', needs(existsSync('/bin/bash'), 'bash'), () => {
  test('GitHub Actions', { timeout }, async () => {
    const { jobs } = pipelineOf('GitHub Actions')
    const { shard } = jobs.run.strategy.matrix
    const filled = (text: string, value: number) =>
      text.replace(expression('matrix.shard'), String(value)).replace(expression('secrets.API_KEY'), secret)
    const codes: unknown[] = []
    for (const value of shard) codes.push(...(await runSteps(jobs.run, text => filled(text, value))))
    expectWholeRun([...codes, ...(await runSteps(jobs.report, text => text))])
  })

  test('GitLab', { timeout }, async () => {
    const jobs = pipelineOf('GitLab')
    const total = jobs['api-tests'].parallel
    const codes: unknown[] = []
    for (let index = 1; index <= total; index += 1) {
      const env = { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(total), API_KEY: secret }
      codes.push((await runScript(jobs['api-tests'].script.join('\n'), env)).code)
    }
    codes.push((await runScript(jobs['api-report'].script.join('\n'), {})).code)
    expectWholeRun(codes)
  })

  test('Jenkins, with a report if a shard is missing', { timeout }, async () => {
    const text = recipe('Jenkins')
    const [run = '', report = ''] = [...text.matchAll(/sh '''\n([\s\S]*?)'''/g)].map(
      ([, script = '']) => script,
    )
    const values = /values (.*)/.exec(text)?.[1]?.match(/\d+/g) ?? []
    const codes: unknown[] = []
    const runShard = async (shard: string) =>
      codes.push((await runScript(run, { SHARD: shard, API_KEY: secret })).code)
    const [first = '', ...others] = values
    for (const shard of others) await runShard(shard)
    expect(await runScript(report, {})).toEqual({
      code: 2,
      output: expect.stringContaining('Shard 1 of 3 is missing.'),
    })
    await runShard(first)
    codes.push((await runScript(report, {})).code)
    expectWholeRun(codes)
  })

  test('cron, which is silent unless something failed', { timeout }, async () => {
    mkdirSync(fixture.path('metrics'))
    writeFileSync(fixture.path('key'), secret)
    const env = {
      APIS: fixture.path('apis'),
      API_KEY_FILE: fixture.path('key'),
      METRICS: fixture.path('metrics'),
    }
    expect(await runScript(recipe('cron'), env)).toEqual({ code: 0, output: '' })
    expect(fixture.read('metrics/parley.prom')).toContain('parley_run_passed 1')
    fixture.write(
      'apis/Down.yml',
      'info:\n  name: Down\n  type: http\nhttp:\n  method: GET\n  url: http://127.0.0.1:1\n',
    )
    const failed = await runScript(recipe('cron'), env)
    expect(failed.code).toBe(2)
    expect(failed.output).toContain('Nothing is listening at 127.0.0.1:1.')
    expect(fixture.read('metrics/parley.prom')).toContain('parley_run_passed 0')
  })
})

interface Job {
  readonly steps: readonly { readonly run?: string; readonly env?: Readonly<Record<string, string>> }[]
}

/** Runs the steps of a job that are scripts, each in a shell of its own; returns their exit codes. */
async function runSteps({ steps }: Job, filled: (text: string) => string): Promise<readonly unknown[]> {
  const codes: unknown[] = []
  for (const { run, env = {} } of steps) {
    const filledEnv = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(text)]))
    if (run !== undefined) codes.push((await runScript(filled(run), filledEnv)).code)
  }
  return codes
}

/** An expression of GitHub Actions. */
function expression(name: string): string {
  return `$\{{ ${name} }}`
}
