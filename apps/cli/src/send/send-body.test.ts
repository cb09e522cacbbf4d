import { truncateSync, writeFileSync } from 'node:fs'
import { startSink } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { useSendFixture } from './send-fixture.testkit.ts'

const fixture = useSendFixture()

describe('the body of parley send', () => {
  const send = (...args: readonly string[]) => fixture.run(['send', ...args])

  describe('a file named - is standard input', () => {
    const bytes = Buffer.from([0, 255, 13, 10, 128, 65])

    test('as the body, byte for byte, also when it is sent again', async () => {
      const server = await startSink(({ url }) =>
        url === '/first'
          ? { statusCode: 307, headers: ['Location', '/second'], content: '' }
          : { statusCode: 200, headers: [], content: '' },
      )
      const { code, stderr } = await fixture.run(['send', 'PUT', `${server.url}/first`, '--file', '-'], {
        stdin: bytes,
      })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(server.requests.map(({ url, content }) => [url, content])).toEqual([
        ['/first', bytes],
        ['/second', bytes],
      ])
      await server.close()
    })

    test('in a form', async () => {
      const { code } = await fixture.run(['send', fixture.sink.url, '--form', 'a=@-', '--form', 'b=text'], {
        stdin: bytes,
      })
      expect(code).toBe(0)
      expect(fixture.sink.requests[0]?.content.includes(bytes)).toBe(true)
    })
  })

  test('sends a body as typed', async () => {
    await send('PUT', fixture.sink.url, '-d', '--é\n"\'$HOME')
    expect(fixture.sink.requests[0]?.content.toString()).toBe('--é\n"\'$HOME')
    await send(fixture.sink.url, '--json', '{"big":12345678901234567890}')
    expect(fixture.sink.requests[1]?.content.toString()).toBe('{"big":12345678901234567890}')
    expect(fixture.headersOf(1)).toContain('Content-Type: application/json')
    await send(fixture.sink.url, '-d', '')
    expect(fixture.sink.requests[2]?.method).toBe('POST')
    expect(fixture.headersOf(2)).toContain('Content-Length: 0')
  })

  test('sends forms and files', async () => {
    writeFileSync(fixture.path('a b.png'), Buffer.from([0, 0xff, 0x0d]))
    const form = ['-F', 't=é', '--form', 'f=@a b.png;type=x/y', '-F', 't={};type=application/json']
    expect(await send(fixture.sink.url, ...form)).toMatchObject({ code: 0, stderr: '' })
    const boundary = /^Content-Type: multipart\/form-data; boundary=(.+)$/m.exec(
      fixture.headersOf(0).join('\n'),
    )?.[1]
    expect(boundary).toMatch(/^parley-[0-9a-f-]{36}$/)
    const head = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
    expect(fixture.sink.requests[0]?.content.toString('latin1')).toBe(
      `${head('t')}\r\n\r\n\xc3\xa9\r\n` +
        `${head('f')}; filename="a b.png"\r\nContent-Type: x/y\r\n\r\n\0\xff\r\r\n` +
        `${head('t')}\r\nContent-Type: application/json\r\n\r\n{}\r\n--${boundary}--\r\n`,
    )
    expect(await send('PUT', fixture.sink.url, '--file', 'a b.png')).toMatchObject({ code: 0, stderr: '' })
    expect(fixture.sink.requests[1]).toMatchObject({ method: 'PUT', content: Buffer.from([0, 0xff, 0x0d]) })
    expect(fixture.headersOf(1)).toEqual(
      expect.arrayContaining(['Content-Type: image/png', 'Content-Length: 3']),
    )
  })

  test('sends nothing if one of its files cannot be read', async () => {
    for (const words of [
      ['--file', 'gone'],
      ['-F', 'a=b', '-F', 'f=@gone'],
    ]) {
      const { code, stderr } = await send(fixture.sink.url, ...words)
      expect(code).toBe(3)
      expect(stderr).toContain('parley: There is no file or folder gone. Check the path.')
    }
    expect(await send(fixture.sink.url, '--file', '.')).toMatchObject({ code: 3 })
    expect(fixture.sink.requests).toEqual([])
  })

  test('reads a body from a file, exactly', async () => {
    const text = '\ufeff{"big": 12345678901234567890,\r\n "é": "@x"}\n\n'
    writeFileSync(fixture.path('body.json'), text)
    for (const option of ['--data', '--json'])
      expect(await send(fixture.sink.url, option, '@body.json')).toMatchObject({ code: 0, stderr: '' })
    expect(fixture.sink.requests.map(request => request.content.toString())).toEqual([text, text])
    expect(fixture.headersOf(0)).toContain('Content-Type: text/plain')
    expect(fixture.headersOf(1)).toContain('Content-Type: application/json')
  })

  test('reads a body from standard input', async () => {
    const ended = await fixture.run(['send', fixture.sink.url, '-d', '@-'], { stdin: 'a\nb\n' })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(fixture.sink.requests[0]?.content.toString()).toBe('a\nb\n')
  })

  test('sends a leading @ as typed with --data-raw', async () => {
    expect(await send(fixture.sink.url, '--data-raw', '@body')).toMatchObject({ code: 0, stderr: '' })
    expect(fixture.sink.requests[0]).toMatchObject({ method: 'POST', content: Buffer.from('@body') })
  })

  test('refuses what is not text, and sends nothing', async () => {
    writeFileSync(fixture.path('latin1'), Buffer.from('caf\xe9', 'latin1'))
    writeFileSync(fixture.path('large'), 'x')
    truncateSync(fixture.path('large'), 64 * 1024 * 1024 + 1)
    for (const [path, sentence] of [
      ['gone', 'parley: There is no file or folder gone. Check the path.'],
      ['.', 'parley: . is a folder. Give a file.'],
      ['latin1', 'parley: The file latin1 is not UTF-8 text. Send it as it is with --file.'],
      ['large', 'parley: The file large is larger than 64 MB. Send it with --file'],
    ]) {
      const { code, stderr } = await send(fixture.sink.url, '-d', `@${path}`)
      expect(stderr).toContain(sentence)
      expect(code).toBe(3)
    }
    expect(fixture.sink.requests).toEqual([])
  })
})
