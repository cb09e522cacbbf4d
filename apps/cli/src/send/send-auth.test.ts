import { type DigestServer, startDigestServer } from '@parley/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { useSendFixture } from './send-fixture.testkit.ts'

const fixture = useSendFixture()
let digest: DigestServer | undefined

afterEach(async () => {
  await digest?.close()
  digest = undefined
})

describe('the authorization of parley send', () => {
  const send = (...args: readonly string[]) => fixture.run(['send', ...args])

  test.each<[readonly string[], string]>([
    [['--bearer', 'a-canary'], 'Bearer a-canary'],
    [['--bearer', '{{token}}', '--var', 'token=a-canary'], 'Bearer a-canary'],
    [['--user', 'ö:a:canary'], `Basic ${Buffer.from('ö:a:canary').toString('base64')}`],
    [['-u', 'name:'], `Basic ${Buffer.from('name:').toString('base64')}`],
  ])('%j sends %s, and shows it nowhere', async (words, header) => {
    const { code, stdout, stderr } = await send(fixture.sink.url, ...words, '--json-output', '--timing')
    expect(code).toBe(0)
    expect(fixture.headersOf()).toContain(`Authorization: ${header}`)
    const shown = JSON.parse(stdout.toString()).request.headers
    const [scheme = ''] = header.split(' ')
    expect(shown).toContainEqual({ name: 'Authorization', value: `${scheme} ••••••` })
    expect(stdout.toString() + stderr).not.toContain(header.slice(scheme.length + 1))
  })

  test('a typed header is masked as well', async () => {
    const { stdout } = await send(fixture.sink.url, '-H', 'Authorization: Bearer a-canary', '--json-output')
    expect(fixture.headersOf()).toContain('Authorization: Bearer a-canary')
    expect(stdout.toString()).not.toContain('canary')
  })

  test('--digest answers the challenge, and prints only the final response', async () => {
    digest = await startDigestServer({ username: 'ada', password: 'p:canary' })
    const url = `http://127.0.0.1:${digest.port}/`
    const { code, stdout, stderr } = await send(url, '--user', 'ada:p:canary', '--digest', '-i', '--timing')
    expect(code).toBe(0)
    expect(stdout.toString()).toMatch(/^HTTP\/1\.1 200 OK\n/)
    expect(stdout.toString()).toMatch(/\n\n200 $/)
    expect(stderr).toMatch(/Sent again +GET http:\S+ answered 401, then with other credentials/)
    expect(stderr).not.toContain('canary')
  })

  test('a failure message contains no secret', async () => {
    const ended = await send('http://127.0.0.1:1/', '--bearer', 'a-canary', '--json-output')
    expect(ended.code).toBe(2)
    expect(ended.stdout.toString() + ended.stderr).not.toContain('canary')
  })

  test.each([
    [['--user', 'canary'], '--user takes a name and a password'],
    [['--digest'], '--digest needs --user name:password.'],
    [['--digest', '--bearer', 'canary'], '--digest goes with --user'],
    [['--user', 'canary:b', '--bearer', 'canary'], 'Give either --bearer or --user'],
    [['--bearer', ' '], '--bearer is given an empty token.'],
    [['--bearer', 'canary', '-H', 'authorization: x'], 'Give either --bearer or the header Authorization'],
    [['--bearer', 'canary\n'.concat('x')], 'Correct the value'],
  ])('%j is refused before anything is sent', async (words, sentence) => {
    const { code, stderr } = await send(fixture.sink.url, ...words)
    expect(code).toBe(3)
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('canary')
    expect(fixture.sink.requests).toEqual([])
  })
})
