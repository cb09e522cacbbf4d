import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const { run, postman } = fixture

describe('invalid input exits with 3 before anything is sent', () => {
  const inputs: readonly (readonly [readonly string[], string])[] = [
    [[], "missing required argument 'paths'"],
    [['nope'], 'There is no file or folder nope. Check the path.'],
    [['empty'], 'empty holds no collection.'],
    [['text.txt'], 'text.txt cannot be run.'],
    [['e.json'], 'e.json holds no requests. An environment is given with --env.'],
    [['broken'], 'bad.yml'],
    [
      ['c.json', '--env', 'Nope'],
      'There is no environment and no file called “Nope”. There are no environments here; give a file.',
    ],
    [['shop', '--env', 'Nope'], 'There is no environment and no file called “Nope”. Choose from: “Local”.'],
    [['c.json', '--env', 'c.json'], 'c.json holds no environment.'],
    [['c.json', '--folder', 'Fo'], 'No folder is called “Fo” (--folder). Choose from: “F”.'],
    [['c.json', '--only', 'Liszt'], 'No request is called “Liszt” (--only). Choose from: “List”.'],
    [['c.json', '--skip', 'List'], 'No request matches these choices.'],
    [['c.json', '--env-var', 'x'], 'The variable “x” has no “=”.'],
    [['c.json', '--secret', 'x=@nope'], 'There is no file or folder nope. Check the path.'],
    [['c.json', '-n', '0'], '--iterations must be a whole number from 1 to 1000000000, not “0”.'],
    [['c.json', '--parallel', 'x'], '--parallel must be a whole number from 1 to 1000'],
    [['c.json', '--delay', '-1'], '--delay must be a whole number of milliseconds'],
    [['c.json', '--timeout', '1s'], '--timeout must be a whole number of milliseconds'],
    [['c.json', '--data', 'nope.csv'], 'There is no file or folder nope.csv. Check the path.'],
    [['c.json', '--data', 'bad.csv'], 'bad.csv has no usable data. Line 3 has 2 values for 1 names.'],
    [['c.json', '--failed-in', 'c.json'], 'c.json is no report of parley run --reporter json=FILE.'],
    [
      ['c.json', '--reporter', 'xml'],
      'There is no reporter “xml”. There is cli, json, junit, html, tap, github, prometheus, otlp.',
    ],
    [['c.json', '-r', 'cli', '-r', 'tap'], 'cli and tap cannot share standard output.'],
    [['c.json', '-r', 'json=a', '-r', 'tap=./a'], 'Two reports would be written to'],
    [['c.json', '-r', 'json=nope/a.json'], 'nope/a.json cannot be written (ENOENT).'],
    [['c.json', '-r', 'json=shop'], 'shop is a folder.'],
    [['c.json', '-r', 'json=./c.json'], 'c.json, which the run reads. Name another file for it.'],
    [['c.json', '-d', 'good.csv', '-r', 'tap=good.csv'], 'The report would take the place of good.csv'],
    [['c.json', '-d', 'deep.json'], 'deep.json has no usable data. Row 1 is nested too deeply.'],
    [['c.json', '-d', 'utf16.csv'], 'The file utf16.csv is not UTF-8 text. Save it as UTF-8.'],
    [['c.json', '--proxy', 'ftp://x'], '--proxy takes an address'],
    [['c.json', '--key', 'x'], '--key belongs to --cert'],
    [['c.json', '--cert', 'nope.pem'], 'There is no file or folder nope.pem. Check the path.'],
    [['c.json', '--env', 'a', '--env', 'b'], 'It can be given only once.'],
    [['c.json', '--retry', '3'], '(Did you mean --retries?)'],
    [
      ['c.json', '--csv-file-path', 'x.csv'],
      "unknown option '--csv-file-path'\n(Here it is --iteration-data.)",
    ],
    [['c.json', '--data', 'x.csv', '--iteration-data', 'x.csv'], 'It can be given only once.'],
    [['c.json', '--reporter-junit-export=r.xml'], '(Here it is --reporter junit=FILE.)'],
    [['b/f'], 'is a part of a Bruno collection.'],
    [['b/f/a.bru'], 'There are no requests there.'],
    [['\x1b[2J'], 'There is no file or folder \\x1b[2J.'],
  ]

  test.each(inputs)('%j', async (args, sentence) => {
    postman([{ name: 'F', item: [{ name: 'List', url: fixture.sink.url }] }])
    fixture.workspace()
    fixture.write('empty/x.txt', '')
    fixture.write('text.txt', 'hello')
    fixture.write('e.json', { name: 'E', values: [], _postman_variable_scope: 'environment' })
    fixture.write('bad.csv', 'a\n1\n1,2\n')
    fixture.write('good.csv', 'a\n1\n')
    fixture.write('deep.json', `[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`)
    writeFileSync(fixture.path('utf16.csv'), Buffer.from('\ufeffa\n1\n', 'utf16le'))
    fixture.write('b/bruno.json', '{}')
    fixture.write('b/f/a.bru', '')
    fixture.write('broken/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Broken\n')
    fixture.write('broken/good.yml', {
      info: { name: 'G', type: 'http' },
      http: { method: 'GET', url: fixture.sink.url },
    })
    fixture.write('broken/bad.yml', 'info: {')
    const { code, stdout, stderr } = await run(args)
    expect(stderr).toContain(sentence)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(fixture.sink.requests).toEqual([])
  })
})

test('a run does not change its workspace', async () => {
  const { readdirSync } = await import('node:fs')
  fixture.workspace()
  const before = readdirSync(fixture.path('shop'), { recursive: true })
  await run(['shop'])
  expect(readdirSync(fixture.path('shop'), { recursive: true })).toEqual(before)
})

test('notes list what an import leaves out, except with --quiet', async () => {
  fixture.write('c.json', {
    info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      { name: 'A', request: { method: 'GET', url: fixture.sink.url, auth: { type: 'asap', asap: [] } } },
    ],
  })
  expect((await run(['c.json'])).stderr).toMatch(/^Note: C \/ A \/ .*The authorization/)
  expect((await run(['c.json', '--quiet'])).stderr).toBe('')
})

test('a name with line breaks stays on the line of its message', async () => {
  const fake = '\nparley: fake'
  postman([
    { name: `A${fake}`, url: fixture.sink.url },
    { name: `F${fake}`, item: [{ name: `B${fake}`, url: fixture.sink.url }] },
  ])
  fixture.write('asap.json', {
    info: {
      name: `C${fake}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      { name: 'A', request: { method: 'GET', url: fixture.sink.url, auth: { type: 'asap', asap: [] } } },
    ],
  })
  const texts: string[] = []
  for (const args of [
    ['c.json', '--only', 'nope'],
    ['c.json', '--folder', 'nope'],
    ['c.json', '--env', `nope${fake}`],
    ['c.json', '-v'],
    ['asap.json'],
  ]) {
    const { stdout, stderr } = await run(args)
    texts.push(stdout + stderr)
  }
  expect(
    texts.map(text => text.split('\n').filter(line => /^(?:parley: )?fake|^parley: fake/.test(line))),
  ).toEqual(texts.map(() => []))
  expect(texts.join('')).toContain('parley: fake')
})
