import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
const { read, write } = fixture

const secret = 'c4n4ry-k3y'

const load = (...args: readonly string[]) => fixture.runCommand(['load', ...args])

/** Writes a collection with a secret, an upload, a digest request and scripts. */
function shop(): string {
  write('cover.png', 'PNG')
  return write('c.json', {
    info: { name: 'Shop' },
    variable: [{ key: 'apiKey', value: secret, type: 'secret' }],
    item: [
      {
        name: 'Books',
        item: [
          {
            name: 'Add',
            event: [
              {
                listen: 'test',
                script: { exec: ['pm.test("ok", () => pm.response.to.have.status(200))', 'console.log(1)'] },
              },
            ],
            request: {
              method: 'POST',
              url: 'http://h.test/{{user}}',
              header: [{ key: 'X-Key', value: '{{apiKey}}' }],
              body: { mode: 'file', file: { src: 'cover.png' } },
            },
          },
        ],
      },
      {
        name: 'Digest',
        request: {
          url: 'http://h.test/',
          auth: { type: 'digest', digest: [{ key: 'username', value: 'u' }] },
        },
      },
    ],
  })
}

describe('parley load', () => {
  test('writes a folder that has no secret, and lists what is not translated (CL6)', async () => {
    shop()
    write('users.csv', 'user\nann\n"b, ""o"""\n')
    const { code, stdout, stderr } = await load(
      ...['c.json', '--engine', 'locust', '--export', 'out', '--iteration-data', 'users.csv'],
      ...['--users', '20', '--ramp', '10s', '--for', '2m', '--think', '0.5-2s', '--rate', '50/s'],
      ...['--threshold', 'p95<300', '--threshold', 'errors<1%'],
    )
    expect([code, stdout.toString()]).toEqual([0, ''])
    expect(stderr).toContain(
      'Note: Shop/Books/Add, line 2: this script code is not translated: console.log(1).',
    )
    expect(stderr).toContain('Note: Shop/Digest: the request is left out: Digest authorization is computed')
    expect(stderr).toContain('1 request is in out; its README.md has the commands.')
    expect(readdirSync(fixture.path('out')).toSorted()).toEqual([
      'README.md',
      'data.csv',
      'files',
      'locustfile.py',
      'requirements.txt',
      'start.py',
    ])
    expect(read('out/files/1-cover.png')).toBe('PNG')
    expect(read('out/data.csv')).toBe('"user"\r\n"ann"\r\n"b, ""o"""\r\n')
    const readme = read('out/README.md')
    for (const words of [
      'Load needs the permission of the owner of the server.',
      '`SECRET_API_KEY`: apiKey',
      '--users 20 --spawn-rate 2 --run-time 130s --reset-stats',
      '20 users, at 50 requests a second together, for 120 seconds',
      '`p95<300` and `errors<1%`',
      'Shop/Digest: the request is left out',
    ])
      expect(readme).toContain(words)
    const script = read('out/locustfile.py')
    expect(script).toContain('constant_throughput(50 / 1 / 20)')
    expect(script).toContain('("ok", ("status",), "eq", 200)')
    for (const name of ['README.md', 'data.csv', 'locustfile.py'])
      expect(read(`out/${name}`)).not.toContain(secret)
  })

  test('writes a folder for k6, with a test for its operator', async () => {
    shop()
    const { code } = await load(
      ...['c.json', '--engine', 'k6', '--export', 'out', '--users', '5', '--ramp', '10s', '--for', '2m'],
      ...['--rate', '50/s', '--threshold', 'p95<300', '--threshold', 'max<900', '--threshold', 'errors<1%'],
    )
    expect(code).toBe(0)
    expect(readdirSync(fixture.path('out')).toSorted()).toEqual([
      'README.md',
      'files',
      'script.js',
      'testrun.yml',
    ])
    const script = read('out/script.js')
    for (const words of [
      "'http_req_duration{scenario:load}': ['p(95)<300', 'max<900'],",
      "'errors{scenario:load}': ['rate<0.01'],",
      "executor: 'constant-arrival-rate', rate: 50, timeUnit: '1s', duration: '120s', preAllocatedVUs: 5, startTime: '10s'",
    ])
      expect(script).toContain(words)
    expect(read('out/testrun.yml')).toContain('      - name: SECRET_API_KEY\n')
    expect(read('out/README.md')).toContain('k6 run -e SECRET_API_KEY="$SECRET_API_KEY" script.js')
    for (const name of ['README.md', 'script.js', 'testrun.yml'])
      expect(read(`out/${name}`)).not.toContain(secret)
  })

  test('keeps the files of an earlier export without --force (CL7)', async () => {
    fixture.postman([{ name: 'A', url: 'http://h.test' }])
    write('out/README.md', 'mine')
    const refused = await load('c.json', '--engine', 'locust', '--export', 'out')
    expect([refused.code, read('out/README.md')]).toEqual([3, 'mine'])
    expect(refused.stderr).toContain('out/README.md already exists. Name another folder, or add --force.')
    expect((await load('c.json', '--engine', 'locust', '--export', 'out', '--force')).code).toBe(0)
    expect(read('out/README.md')).toContain('# Load test: C')
  })

  test('refuses a file that the requests may not read, and writes nothing', async () => {
    write('c.json', {
      info: { name: 'C' },
      item: [
        {
          name: 'A',
          request: {
            method: 'PUT',
            url: 'http://h.test',
            body: { mode: 'file', file: { src: '/etc/hostname' } },
          },
        },
      ],
    })
    const { code, stderr } = await load('c.json', '--engine', 'locust', '--export', 'out')
    expect(code).toBe(3)
    expect(stderr).toContain('/etc/hostname')
    expect(existsSync(fixture.path('out'))).toBe(false)
  })

  test.each([
    [['--export', 'out'], 'Give the engine: --engine locust or k6.'],
    [['--engine', 'jmeter', '--export', 'out'], 'Give the engine: --engine locust or k6.'],
    [['--engine', 'k6'], 'Parley runs only Locust. Give the folder to write: --export FOLDER.'],
    [['--users', '0'], '--users must be a whole number from 1 to 100000, not “0”.'],
    [['--rate', '50'], '--rate must be a number of requests a second, such as 50/s, not “50”.'],
    [['--ramp', '10'], '--ramp must be a time, such as 10s or 2m, not “10”.'],
    [['--for', '1e3s'], '--for must be a time, such as 60s or 5m, not “1e3s”.'],
    [['--for', '1s', '-n', '2'], 'Give either --for or --iterations.'],
    [['-n', '1.5'], '--iterations must be a whole number'],
    [['--think', '2-1s'], '--think must be a time or a range of times, such as 1s or 0.5-2s, not “2-1s”.'],
    [['--threshold', 'p95>300'], '--threshold must be such as p95<300'],
    [['--threshold', 'p100<300'], 'not “p100<300”.'],
    [['--threshold', 'errors<1'], 'not “errors<1”.'],
    [['--only', 'Nope'], 'No request is called “Nope” (--only).'],
    [['--only', 'Digest'], 'No request can be translated, so nothing was written.'],
  ])('%j is refused, and nothing is written', async (args, sentence) => {
    shop()
    const isWhole = args.includes('--export') || args.includes('--engine')
    const { code, stderr } = await load(
      'c.json',
      ...(isWhole ? [] : ['--engine', 'locust', '--export', 'out']),
      ...args,
    )
    expect(code).toBe(3)
    expect(stderr).toContain(sentence)
    expect(existsSync(fixture.path('out'))).toBe(false)
  })
})

describe('a test that runs here', () => {
  const here = (...args: readonly string[]) => load('c.json', '--engine', 'locust', ...args)

  test.each([
    [[], 'The requests go to h.test. If its owner permits load, type it again: --host h.test.'],
    [['--host', 'other.test'], 'The requests go to h.test.'],
    [['--host', 'h.test', '--users', '51'], 'At most 50 users run here.'],
    [
      ['--host', 'h.test', '--ramp', '31s', '--for', '30s'],
      'A test runs here for at most 60 s, with --ramp.',
    ],
    [['--host', 'h.test', '-r', 'tap'], 'There is no reporter “tap” for load tests.'],
    [['--host', 'h.test', '-r', 'json=c.json'], 'c.json already exists and was not changed.'],
  ])('is refused with %j, and nothing is started', async (args, sentence) => {
    fixture.postman([{ name: 'A', url: 'http://h.test/' }])
    const { code, stderr } = await here(...args)
    expect(code).toBe(3)
    expect(stderr).toContain(sentence)
  })

  test('needs the values of secrets, and hosts that are known before', async () => {
    const variable = [{ key: 'apiKey', type: 'secret' }]
    const url = 'http://127.0.0.1:1/'
    fixture.postman([{ name: 'A', url, header: [{ key: 'X', value: '{{apiKey}}' }] }], { variable })
    expect((await here()).stderr).toContain(
      'The secret apiKey has no value. Give it with --secret apiKey=@FILE.',
    )
    fixture.postman([
      { name: 'A', url, tests: 'pm.environment.set("next", pm.response.json().next)' },
      { name: 'B', url: '{{next}}/x' },
    ])
    expect((await here()).stderr).toContain(
      'The host of a request depends on values that are known only during',
    )
  })
})
