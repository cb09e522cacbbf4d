import { newGraphQlRequest, writeItem } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
const { run, read, write } = fixture

/** Writes a collection with every kind of result, in folders, one of which stays together. */
function everything(): string {
  const { url } = fixture.sink
  const request = (name: string, more: object = {}) => ({ name, request: { method: 'POST', url, ...more } })
  const withTests = (name: string, script: string) => ({
    ...request(name),
    event: [{ listen: 'test', script: { exec: [script] } }],
  })
  return write('c.json', {
    info: { name: 'C <&>' },
    item: [
      withTests('Passes', 'pm.test("one", () => {}); pm.environment.set("a", "b")'),
      {
        name: 'Folder',
        item: [
          withTests('Fails', 'pm.test("two", () => { throw new Error("no\\nway") }); pm.setNextRequest("x")'),
          withTests('Throws', 'throw new Error("thrown")'),
          request('Untested', { url: `${url}/{{nope}}` }),
        ],
      },
      request('Down', { url: 'http://127.0.0.1:1' }),
      request('Stream', { method: 'GET', url: `${fixture.demo.baseUrl}/events` }),
      ...Array.from({ length: 6 }, (_, at) => request(`R${at}`)),
    ],
  })
}

const names = ['json', 'junit', 'html', 'tap', 'github']
const reporters = (to: string) => names.flatMap(name => ['-r', `${name}=${to}.${name}`])

/** Replaces what differs from run to run: times, in the units in which reports write them. */
function withoutTimes(text: string): string {
  return text
    .replace(/"(\w+Ms|startedAt)": ?(?:[\d.]+|null)/g, '"$1":0')
    .replace(/\b(?:time|timestamp)="[^"]*"/g, 'time=""')
    .replace(/[\d.]+ (?:ms|s)\b/g, '0 ms')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, 'then')
    .replace(/\d+ requests\/s/g, '0 requests/s')
}

const merge = (...args: readonly string[]) => fixture.runCommand(['report', 'merge', ...args])

async function shards(count: number, ...more: readonly string[]): Promise<readonly string[]> {
  const files = Array.from({ length: count }, (_, at) => `s${at + 1}.json`)
  for (const [at, file] of files.entries())
    await run(['c.json', '--shard', `${at + 1}/${count}`, '-r', `json=${file}`, ...more])
  return files
}

describe('parley report merge', () => {
  test('writes the reports of one run, but for times, whatever the order of the shards', async () => {
    everything()
    const options = ['-n', '2', '--fail-on-status']
    const one = await run(['c.json', ...options, ...reporters('one'), '-r', 'cli'])
    const files = await shards(3, ...options)
    const sent = fixture.sink.requests.length
    const merged = await merge(...files.toReversed(), ...reporters('merged'), '-r', 'cli')
    expect(fixture.sink.requests).toHaveLength(sent)
    expect([merged.code, merged.stderr]).toEqual([one.code, ''])
    expect(one.code).toBe(2)
    for (const name of names)
      expect(withoutTimes(read(`merged.${name}`))).toBe(withoutTimes(read(`one.${name}`)))
    expect(withoutTimes(merged.stdout.toString())).toBe(withoutTimes(one.stdout))
  })

  test('names a missing shard, writes what there is, and does not exit with 0', async () => {
    fixture.postman(Array.from({ length: 9 }, (_, at) => ({ name: `R${at}`, url: fixture.sink.url })))
    await shards(5)
    const { code, stderr } = await merge('s1.json', 's2.json', 's4.json', 's5.json', '-r', 'json=m.json')
    expect([code, stderr]).toEqual([
      2,
      'parley: Shard 3 of 5 is missing. The report has only the requests of the others.\n',
    ])
    const inFour = [1, 2, 4, 5].flatMap(at => JSON.parse(read(`s${at}.json`)).results)
    expect(JSON.parse(read('m.json')).results).toHaveLength(inFour.length)
    expect((await merge('s2.json')).stderr).toContain('Shards 1, 3, 4, 5 of 5 are missing.')
  })

  const refused: readonly (readonly [readonly string[], string])[] = [
    [['s1.json', 's2.json', 's1.json'], 'Shard 1 of 2 is there twice: in s1.json and in s1.json.'],
    [['s1.json', 'whole.json'], 's1.json is shard 1 of 2, and whole.json is the report of a whole run.'],
    [['s1.json', 'other.json'], 's1.json and other.json are shards of different runs'],
    [['s1.json', 'c.json'], 'c.json is no report of parley run --reporter json=FILE.'],
    [['s1.json', 'nope.json'], 'There is no file or folder nope.json.'],
    [['s1.json', 's2.json', '-r', 'json=s1.json'], 'The report would take the place of s1.json'],
    [['-', '-'], 'Standard input can be only one of the files.'],
  ]

  test('refuses what is not the shards of one run, and writes nothing (CL7)', async () => {
    const { url } = fixture.sink
    const requests = ['Add', 'List', 'Me', 'You'].map(name => ({ name, url }))
    fixture.postman(requests.toReversed())
    await run(['c.json', '--shard', '2/2', '-r', 'json=other.json'])
    fixture.postman(requests)
    await shards(2)
    await run(['c.json', '-r', 'json=whole.json'])
    for (const [args, sentence] of refused) {
      const { code, stdout, stderr } = await merge(...args)
      expect([code, stdout.toString()]).toEqual([3, ''])
      expect(stderr).toContain(sentence)
    }
  })

  test('shows markup and control characters of a report as text (CL2)', async () => {
    const hostile = ']]></testsuite><script>alert(1)</script>\u001b[2J\n::error::x'
    fixture.postman([{ name: 'A', url: fixture.sink.url }])
    await run(['c.json', '-r', 'json=a.json'])
    const { results, ...report } = JSON.parse(read('a.json'))
    write('a.json', { ...report, results: [{ ...results[0], name: hostile, notices: [hostile] }] })
    const { stdout } = await merge('a.json', '-v', '-r', 'cli', ...reporters('m'))
    for (const text of [stdout.toString(), ...names.map(name => read(`m.${name}`))])
      expect(text).not.toContain('\u001b[2J')
    expect(stdout.toString()).not.toMatch(/^::error::x/m)
    for (const name of ['html', 'junit']) expect(read(`m.${name}`)).not.toContain('<script>')
  })

  test('joins the reports of whole runs one after another', async () => {
    fixture.postman([{ name: 'A', url: fixture.sink.url }])
    await run(['c.json', '-r', 'json=a.json'])
    const { code, stdout } = await merge('a.json', 'a.json', '-r', 'json')
    const { summary, results } = JSON.parse(stdout.toString())
    expect([code, summary.requests.total]).toEqual([0, 2])
    expect(results.map(({ index, key }: { index: number; key: string }) => [index, key])).toEqual([
      [0, 'C/A'],
      [1, 'C/A'],
    ])
  })
})

describe('parley run --shard', () => {
  test('keeps a folder with the tag together, and reports which shard it is', async () => {
    fixture.workspace()
    write('shop/books/old/folder.yml', 'info:\n  name: Old\n  type: folder\n  tags:\n    - keep-together\n')
    for (const name of ['B', 'C', 'D'])
      write(`shop/books/old/${name}.yml`, writeItem(newGraphQlRequest({ name, url: fixture.sink.url })))
    const reports = []
    for (const index of [1, 2, 3])
      reports.push((await fixture.report(['shop', '--shard', `${index}/3`])).report)
    expect(reports.map(({ shard }) => shard)).toEqual([1, 2, 3].map(index => ({ index, count: 3 })))
    const old = reports.map(({ results }) =>
      results.filter((one: { path: string[] }) => one.path[1] === 'Old'),
    )
    expect(old.map(({ length }) => length).toSorted()).toEqual([0, 0, 4])
    expect(reports.flatMap(({ results }) => results)).toHaveLength(6)
  })

  test('divides by the times of an earlier report, and sends nothing for a shard without requests', async () => {
    const { url } = fixture.sink
    fixture.postman(['A', 'B', 'C'].map(name => ({ name, url })))
    await run(['c.json', '-r', 'json=all.json'])
    const all = JSON.parse(read('all.json'))
    all.results.forEach((result: { timings: object }, at: number) => {
      result.timings = { ...result.timings, totalMs: [100, 900, 200][at] }
    })
    write('times.json', all)
    const keysOf = async (shard: string) =>
      (await fixture.report(['c.json', '--shard', shard, '--shard-by', 'times.json'])).results.map(
        ({ key }: { key: string }) => key,
      )
    expect([await keysOf('1/2'), await keysOf('2/2')]).toEqual([['C/B'], ['C/A', 'C/C']])
    const { code, summary } = await fixture.report([
      'c.json',
      '--shard',
      '4/4',
      '--shard-by',
      'times.json',
      '-n',
      '5',
    ])
    expect([code, summary.requests.total]).toEqual([0, 0])
  })

  test.each([
    [
      ['--shard', '2'],
      '--shard must be the number of a shard and how many there are, up to 1000, such as 2/5, not “2”.',
    ],
    [['--shard', '3/2'], 'such as 2/5, not “3/2”.'],
    [['--shard', '0/2'], 'such as 2/5, not “0/2”.'],
    [['--shard', '1/2/3'], 'such as 2/5, not “1/2/3”.'],
    [['--shard-by', 'c.json'], '--shard-by belongs to --shard. Add --shard, such as --shard 2/5.'],
    [['--shard', '1/2', '--shard-by', 'c.json'], 'c.json is no report of parley run'],
    [['--shard', '1/2', '--shard-by', 'empty.json'], 'empty.json has no times of requests.'],
  ])('refuses %j', async (args, sentence) => {
    fixture.postman([{ name: 'A', url: fixture.sink.url }])
    write('empty.json', { results: [{ key: 'C/A', timings: null }] })
    const { code, stderr } = await run(['c.json', ...args])
    expect(code).toBe(3)
    expect(stderr).toContain(sentence)
    expect(fixture.asked()).toEqual([])
  })
})
