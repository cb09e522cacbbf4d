import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RecordingProxy, startRecordingProxy } from '@parley/testkit'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runInProcess } from '../../apps/cli/src/io/run-in-process.testkit.ts'
import { documentOf } from '../../packages/convert/src/import/expected-requests.testkit.ts'
import { differencesOf, type MarkedSource, markOf } from './expected.testkit.ts'
import { readHar } from './har.testkit.ts'
import { readInsomnia } from './insomnia.testkit.ts'
import { readOpenApi } from './openapi.testkit.ts'
import { readThunder } from './thunder.testkit.ts'

/** What arrives of the files of clients without a command line of their own, against what their documentation says. */
const corpus = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))

let proxy: RecordingProxy
let folder = ''

/** Single differences that are right, with their reasons. */
const known: readonly (readonly [file: string, difference: RegExp, reason: string])[] = [
  [
    'har-to-k6/example/blacklisted-headers.har',
    /^GET http:\/\/test\.loadimpact\.com\/path: not sent$/,
    'the name of the header “Content-Length;something” cannot be sent, which is a named error',
  ],
  [
    'har-to-k6/example/pseudo-headers.har',
    /^GET http:\/\/test\.loadimpact\.com\/path: not sent$/,
    'the name of the header “Accept;charset=UTF-8” cannot be sent, which is a named error',
  ],
]

/** One file of `everyNth`, and how many requests the rules settle in those at least. */
interface Amount {
  readonly leastRequests: number
  readonly everyNth?: number
}

function testFiles(
  client: string,
  pattern: string,
  read: (file: string) => MarkedSource,
  { leastRequests, everyNth = 1 }: Amount,
  ways: readonly ('imported' | 'in place')[] = ['imported'],
): void {
  describe(
    `${client}: each request is sent as the file says (../shared/corpus)`,
    needs(existsSync(corpus), corpusNeed),
    () => {
      const files = existsSync(corpus)
        ? globSync(pattern, { cwd: corpus })
            .sort()
            .filter((_, index) => index % everyNth === 0)
        : []
      test(`the rules settle at least ${leastRequests} requests`, () => {
        const settled = files.map(file => read(join(corpus, file)).expected.size)
        expect(settled.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(leastRequests)
      })
      test.each(files)('%s', async file => {
        const source = read(join(corpus, file))
        for (const way of source.expected.size === 0 ? [] : ways)
          expect(await differences(way, file, source), way).toEqual([])
      })
    },
  )
}

/** Imports and runs a source, or runs it in place, and compares what arrives. */
async function differences(
  way: 'imported' | 'in place',
  file: string,
  { files, expected, values }: MarkedSource,
): Promise<readonly string[]> {
  folder = mkdtempSync(join(tmpdir(), 'parley-rules-'))
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, 'source', name)), { recursive: true })
    writeFileSync(join(folder, 'source', name), text)
  }
  const [only] = files.keys()
  const source = join(folder, 'source', files.size === 1 ? (only ?? '') : '')
  const options = { cwd: folder, env: { PARLEY_HOME: join(folder, 'home') } }
  const workspace = join(folder, 'workspace')
  if (way === 'imported') await runInProcess(['import', source, '--into', workspace], options)
  const vars = [...values].flatMap(([name, value]) => ['--var', `${name}=${value}`])
  const network = [
    '--proxy',
    proxy.url,
    '--bypass',
    'none.invalid',
    '-k',
    '--timeout',
    '10000',
    '--allow-secrets',
  ]
  const report = ['-q', '-r', `json=${join(folder, 'report.json')}`]
  const what = way === 'imported' ? workspace : source
  const { stderr } = await runInProcess(['run', what, ...vars, ...network, ...report], options)
  const sent = new Map(proxy.take().map(one => [markOf(one), one]))
  const failures = failuresIn(join(folder, 'report.json'), stderr)
  rmSync(folder, { recursive: true })
  const lines = [...expected].flatMap(([mark, one]) => {
    const request = sent.get(mark)
    return request === undefined ? [`${one.name}: not sent`] : differencesOf(one, request)
  })
  const open = lines.filter(line => !known.some(([path, text]) => file.endsWith(path) && text.test(line)))
  return open.length === 0 ? [] : [...open, ...failures]
}

function failuresIn(report: string, stderr: string): readonly string[] {
  if (!existsSync(report)) return [stderr]
  const { results } = JSON.parse(readFileSync(report, 'utf8'))
  return results.flatMap((one: { name: string; failure: { code: string; message: string } | null }) =>
    one.failure === null ? [] : [`(${one.name}: ${one.failure.code} ${one.failure.message})`],
  )
}

const textOf = (file: string) => readFileSync(file, 'utf8').replace(/^\ufeff/, '')

/** Tests what arrives of files of each client; of OpenAPI, which has most of them, as many as asked. */
export function testDocumentedRules(openApi: Amount): void {
  beforeAll(async () => {
    proxy = await startRecordingProxy()
  })
  afterAll(() => proxy.close())

  testFiles('HAR', 'har/**/*.{har,json}', file => readHar(documentOf(textOf(file))), { leastRequests: 105 })
  testFiles(
    'Insomnia',
    'insomnia/**/*.{json,yaml}',
    file => readInsomnia(documentOf(textOf(file))),
    { leastRequests: 40 },
    ['imported', 'in place'],
  )
  testFiles(
    'Thunder Client',
    'thunder-client/**/thunderclient.json',
    file => {
      const cwd = dirname(file)
      return readThunder(new Map(globSync('**/*.json', { cwd }).map(path => [path, textOf(join(cwd, path))])))
    },
    { leastRequests: 210 },
  )
  testFiles('OpenAPI', 'openapi/**/*.{json,yaml,yml}', file => readOpenApi(documentOf(textOf(file))), openApi)
}
