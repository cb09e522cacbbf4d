import { holdOpen, receiveHead } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { answered, answering, failedSend, fields, rawServers, send } from '../transport-fixture.testkit.ts'
import { faultyAnswers } from './faulty-answers.testkit.ts'
import { type HeadFault, headFaults } from './response-head.ts'

const start = rawServers()
const { fail, receive } = answering(start)
const phrases: Readonly<Record<string, string>> = headFaults

describe('a faulty answer', () => {
  test.each(faultyAnswers)('with $name is read or refused as the table says', async ({ answer, parley }) => {
    if ('code' in parley) {
      const { failure, response } = await fail(answer)
      expect(failure.code).toBe(parley.code)
      // What came is shown, as the body of a response or as it is.
      const shown = failure.received ?? response?.statusCode
      expect(shown).toBe(failure.received === undefined ? 200 : answer.toString('latin1'))
      return
    }
    const { body, notices, response } = await receive(answer)
    expect(response.statusCode).toBe(200)
    expect(Buffer.from(body)).toEqual(Buffer.from(parley.body.toString()))
    const text = notices.map(one => (one.code === 'FAULTY_RESPONSE' ? one.text : one.code)).join('\n')
    for (const fault of parley.faults) expect(text).toContain(phrases[fault] ?? fault)
    expect(notices).toHaveLength(parley.faults.length === 0 ? 0 : 1)
  })

  test('names every fault that is repaired', () => {
    const named = faultyAnswers.flatMap(({ parley }) => ('code' in parley ? [] : parley.faults))
    const all = Object.keys(headFaults) as HeadFault[]
    expect(all.filter(fault => !named.includes(fault))).toEqual([])
  })

  test('that is read otherwise than by curl says why', () => {
    for (const { name, curl, parley, because } of faultyAnswers) {
      const isSame = 'code' in parley ? typeof curl === 'number' : curl === parley.body.toString()
      expect(because !== null, name).toBe(!isSame)
    }
  })

  const closed = faultyAnswers.filter(
    ({ parley, name }) =>
      !('code' in parley) && parley.faults.some(fault => fault in headFaults) && !name.includes('until'),
  )

  test.each(closed)('with $name closes the connection', async ({ answer }) => {
    const server = await start([receiveHead, answer, holdOpen])
    await answered(send({ url: server.url }))
    await server.waitForConnectionClose(0)
  })

  test('shows the fields as the server sent them', async () => {
    const { response } = await receive(
      'HTTP/1.1 200 OK\nX-One : a\n b\nContent-Length: 2\nCONTENT-LENGTH: 2\nX-Two: Zoë\n\nok',
    )
    expect(response.headers).toEqual(
      fields(['X-One', 'a b'], ['Content-Length', '2'], ['CONTENT-LENGTH', '2'], ['X-Two', 'Zoë']),
    )
    expect(response.headerBytes).toBe(78)
  })

  test('that led to another request is named by a notice of the send, once', async () => {
    const redirect = 'HTTP/1.1 302 Found\nLocation: /b\nContent-Length: 0\n\n'
    const last = 'HTTP/1.1 200 OK\r\nX : y\r\nContent-Length: 2\r\n\r\nok'
    const server = await start(async connection => {
      await receiveHead(connection)
      await connection.send(connection.index < 2 ? redirect : last)
      connection.end()
    })
    const { notices, hops } = await answered(send({ url: server.url, followRedirects: true }))
    expect(hops).toHaveLength(2)
    const [first, second] = notices.map(one => (one.code === 'FAULTY_RESPONSE' ? one.text : one.code))
    expect(first).toMatch(/^a response that led to another request \(302\) is faulty: .* LF/)
    expect(second).toMatch(/^the response is faulty: .* before the colon/)
    expect(notices).toHaveLength(2)
  })

  test('that stops within its head is shown as far as it came', async () => {
    const { failure } = await fail('HTTP/1.1 200 OK\r\nX: ')
    expect(failure).toMatchObject({ code: 'ECONNRESET', received: 'HTTP/1.1 200 OK\r\nX: ' })
  })

  test('that stalls within its head is shown when the time is up', async () => {
    const server = await start([receiveHead, 'HTTP/1.1 200 OK\r\nX: ', holdOpen])
    const { failure } = await failedSend(send({ url: server.url, timeoutMs: 60 }))
    expect(failure).toMatchObject({ code: 'REQUEST_TIMEOUT', received: 'HTTP/1.1 200 OK\r\nX: ' })
  })
})
