import { type RawStep, receiveHead, startRawServer } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
const canary = 'very-secret-token/1'
const [start, end] = ['very-secret', '-token/1']
const eventStream = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n'
const mixed = 'HTTP/1.1 200 OK\r\nContent-Type: multipart/mixed; boundary=x\r\nConnection: close\r\n\r\n'
const part = (json: string) => `\r\n--x\r\nContent-Type: application/json\r\n\r\n${json}`
const parts = ['{"data":{"l":[]},"hasNext":true}', '{"path":["l",0],"items":["a ']

/** What a server sends, in the pieces in which it sends it. */
const responses: Readonly<Record<string, readonly string[]>> = {
  'two lines of data': [eventStream, `data: a ${start}\ndata: ${end} b\n\n`],
  'two network pieces of an event': [eventStream, `data: a ${start}`, `${end} b\n\n`],
  'an ID and a name': [eventStream, `id: a ${canary} b\nevent: a ${canary} b\ndata: a ${canary} b\n\n`],
  'two network pieces of a part': [
    mixed,
    `${parts.map(part).join('')}${start}`,
    `${end} b"],"hasNext":false}\r\n--x--\r\n`,
  ],
}

/** The ways in which `parley send` prints a response that arrives in pieces. */
const formats = [['--for', '60s'], ['--json-lines'], ['-o', 'out.txt', '--for', '60s']]
const all = Object.keys(responses).flatMap(name => formats.map(options => [name, options] as const))

describe('a secret that a server repeats', () => {
  test.each(all)('over %s is named in its place by parley send %j', async (name, options) => {
    const steps = (responses[name] ?? []).flatMap((piece): readonly RawStep[] => [
      piece,
      () => new Promise(setImmediate),
    ])
    const server = await startRawServer([receiveHead, ...steps, connection => connection.end()])
    const auth = ['--bearer', canary]
    const { code, stdout, stderr } = await fixture.runProgram(['send', server.url, ...auth, ...options])
    const printed = options[0] === '-o' ? fixture.read('out.txt') : stdout.toString()
    expect([code, stderr]).toEqual([0, expect.any(String)])
    expect(printed).toContain('a {{Token}} b')
    for (const secret of [canary, start, end]) expect(printed + stderr).not.toContain(secret)
    await server.close()
  })
})
