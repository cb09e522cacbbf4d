import { holdOpen, startRawServer } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { useSendFixture } from './send-fixture.testkit.ts'

const fixture = useSendFixture()

describe('the settings of parley send', () => {
  const send = (...args: readonly string[]) => fixture.run(['send', ...args])

  test('takes the method as an option, any token, as typed', async () => {
    const server = await startRawServer('HTTP/1.1 204 No Content\r\n\r\n')
    for (const words of [
      ['--method', "own!#$%&'*+.^_`|~"],
      ['-X', 'get', '-d', 'x'],
    ])
      expect(await send(server.url, ...words)).toMatchObject({ code: 0, stderr: '' })
    expect(server.receivedBytes(0).toString()).toMatch(/^own!#\$%&'\*\+\.\^_`\|~ \/ HTTP\/1\.1\r\n/)
    expect(server.receivedBytes(1).toString()).toMatch(/^get \/ HTTP\/1\.1\r\n/)
    await server.close()
  })

  test('sends over HTTP/1.1 if requested', async () => {
    const { code, stdout } = await send('--http', '1.1', '-i', fixture.sink.url)
    expect(code).toBe(0)
    expect(stdout.toString()).toMatch(/^HTTP\/1\.1 200 OK\n/)
  })

  test('stops after the configured time', async () => {
    const server = await startRawServer([holdOpen])
    const { code, stderr } = await send(server.url, '--timeout', '50')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^parley: .+ did not respond completely within .+\. \(REQUEST_TIMEOUT\)\n/)
    await server.waitForConnectionClose(0)
    await server.close()
  })

  test('follows no redirect if told not to', async () => {
    const { code, stdout, stderr } = await send('-i', '--no-follow', `${fixture.demo.baseUrl}/redirect/1`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.toString()).toMatch(/^HTTP\/1\.1 302 Found\n/)
  })

  test('follows up to the allowed number of redirects', async () => {
    const url = `${fixture.demo.baseUrl}/redirect/2`
    expect(await send(url, '--max-redirects', '2')).toMatchObject({ code: 0, stderr: '' })
    const { code, stderr } = await send(url, '--max-redirects', '1')
    expect(code).toBe(2)
    expect(stderr).toContain('(TOO_MANY_REDIRECTS)')
  })

  test('fills in variables everywhere', async () => {
    const variables = [
      'host={{name}}:{{port}}',
      'name=127.0.0.1',
      `port=${fixture.sink.port}`,
      'é=a=b',
      'é=ü=',
    ]
    const words = variables.flatMap(one => ['--var', one])
    const target = 'http://{{host}}/{{ é }}?q={{port}}'
    expect(await send(target, ...words, '-H', 'X-{{port}}: {{name}}', '-d', '{{é}}')).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(await send(target, ...words, '-F', '{{port}}={{é}}', '--http', 'auto')).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(fixture.sink.requests[0]).toMatchObject({
      url: `/%C3%BC=?q=${fixture.sink.port}`,
      content: Buffer.from('ü='),
    })
    expect(fixture.headersOf(0)).toContain(`X-${fixture.sink.port}: 127.0.0.1`)
    expect(fixture.sink.requests[1]?.content.toString()).toContain(
      `name="${fixture.sink.port}"\r\n\r\nü=\r\n`,
    )
  })

  test('a variable may have the name of any property of JavaScript objects', async () => {
    const { code, stderr } = await send(
      `${fixture.sink.url}/{{__proto__}}/{{toString}}`,
      '--var',
      '__proto__=x',
    )
    expect(fixture.sink.requests[0]?.url).toBe('/x/%7B%7BtoString%7D%7D')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Note: {{toString}} has no value and was sent as typed.\n',
    })
  })

  test('prints no notes with --quiet', async () => {
    expect(await send('-q', `${fixture.sink.url}/{{name}}`)).toMatchObject({ code: 0, stderr: '' })
  })
})
