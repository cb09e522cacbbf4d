import { type GraphQlBody, newHttpRequest } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { previewFields } from '../../preview-fields.ts'
import { mayOpenWebSocket, subscriptionOffer, webSocketUrl } from './subscription-transports.ts'

const bodyWith = (transport: string, query = 'subscription { a }'): GraphQlBody => ({
  type: 'graphql',
  query,
  variables: '',
  subscription: { transport, url: '', connectionParams: '' },
})

test.each([
  ['auto', 'http://h/', null],
  ['auto', ' WSS://h/', ['graphql-transport-ws', 'graphql-ws']],
  ['auto', 'h/', null],
  ['sse', 'ws://h/', null],
  ['multipart', 'ws://h/', null],
  ['graphql-transport-ws', 'http://h/', ['graphql-transport-ws']],
  ['graphql-ws', 'http://h/', ['graphql-ws']],
  ['of another version', 'ws://h/', null],
  ['constructor', 'ws://h/', null],
])('with the transport %s, %s offers %j', (transport, url, subprotocols) => {
  expect(subscriptionOffer(bodyWith(transport), url)?.subprotocols ?? null).toEqual(subprotocols)
  expect(subscriptionOffer(bodyWith(transport, '{ a }'), url)).toBeNull()
  const request = newHttpRequest({ url, body: bodyWith(transport) })
  expect(mayOpenWebSocket(request)).toBe(true)
  expect(mayOpenWebSocket({ ...request, body: bodyWith(transport, '{ a }') })).toBe(false)
})

test.each([
  ['http://h/a?b', 'ws://h/a?b'],
  ['HTTPS://h', 'wss://h'],
  ['wss://h', 'wss://h'],
  ['localhost:1/a', 'ws://localhost:1/a'],
  ['//h/a', 'ws://h/a'],
  ['  h ', 'ws://h '],
  [' https://h/a?q=b ', 'wss://h/a?q=b '],
  [' ', ' '],
  ['ftp://h', 'ftp://h'],
  ['', ''],
])('the handshake for %j goes to %j', (url, expected) => expect(webSocketUrl(url)).toBe(expected))

describe('the fields that the page shows', () => {
  const shown = (transport: string, url = 'http://h:1/') => {
    const body = bodyWith(transport)
    const { fields } = previewFields(newHttpRequest({ method: 'POST', url, body }), [])
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  }

  test('are those of the handshake for a WebSocket', () => {
    expect(shown('graphql-transport-ws')).toEqual({
      Host: 'h:1',
      'User-Agent': expect.any(String),
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Key': null,
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Protocol': 'graphql-transport-ws',
      'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits',
    })
  })

  test('are those of a request over HTTP', () => {
    expect(shown('sse')).toMatchObject({ Accept: expect.stringContaining('text/event-stream') })
    expect(shown('sse')).toHaveProperty('Content-Type')
  })

  test('have the host of the subscription URL', () => {
    const subscription = { transport: 'graphql-ws', url: 'ws://other/', connectionParams: '' }
    const body = { ...bodyWith('graphql-ws'), subscription }
    const { fields } = previewFields(newHttpRequest({ url: 'http://h/', body }), [])
    expect(fields.find(({ name }) => name === 'Host')?.value).toBe('other')
  })
})
