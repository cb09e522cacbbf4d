import { expect, test } from 'vitest'
import { HarText } from './har-text.ts'

const handshake = (url: string, number: number) =>
  `Connected to ${url}${number === 1 ? '' : `, connection ${number}`}\n\nGET /a HTTP/1.1\nHost: h\nX: a: b\n\nHTTP/1.1 101 Switching Protocols\nUpgrade: websocket\n\nDNS: –\n`
const row = (type: string, data: string, isSent = false) => ({ type, data, isSent, time: 1500 })

function archive(rows: readonly ReturnType<typeof row>[]) {
  const har = new HarText()
  const text = `${har.begin()}${rows.map(one => har.add(one)).join('')}${har.end()}`
  return JSON.parse(text).log.entries
}

test('each connection is an entry with its own messages, and control frames are left out', () => {
  const entries = archive([
    row('connection', handshake('ws://h/a?x=1&y', 1)),
    row('text', 'hi "you"', true),
    row('ping', ''),
    row('close', '1012 Service Restart'),
    row('connection', handshake('ws://h/a', 2)),
    row('binary', 'AAE='),
  ])
  expect(entries).toMatchObject([
    {
      request: {
        url: 'ws://h/a?x=1&y',
        headers: [
          { name: 'Host', value: 'h' },
          { name: 'X', value: 'a: b' },
        ],
        queryString: [
          { name: 'x', value: '1' },
          { name: 'y', value: '' },
        ],
      },
      response: { status: 101, headers: [{ name: 'Upgrade', value: 'websocket' }] },
      _webSocketMessages: [{ type: 'send', opcode: 1, data: 'hi "you"', time: 1.5 }],
    },
    {
      request: { url: 'ws://h/a' },
      _webSocketMessages: [{ type: 'receive', opcode: 2, data: 'AAE=' }],
    },
  ])
})

test.each<[string, readonly ReturnType<typeof row>[], number]>([
  ['nothing', [], 0],
  ['messages whose handshake was dropped', [row('text', 'a')], 1],
  ['a handshake alone', [row('connection', handshake('ws://h/', 1))], 1],
])('an archive of %s is valid', (_case, rows, entries) => {
  expect(archive(rows)).toHaveLength(entries)
})
