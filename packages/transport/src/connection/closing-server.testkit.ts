import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'
import { answered, bytesPart, fields, sharedTransport } from '../transport-fixture.testkit.ts'

/**
 * The code of a server that closes each connection some time after its answer, and says nothing of it. It runs in a thread, as it
 * would otherwise do nothing while the client works.
 */
const code = `
const { createServer } = require('node:net')
const { parentPort, workerData } = require('node:worker_threads')
const received = []
const server = createServer({ noDelay: true }, socket => {
  socket.on('error', () => {})
  let text = ''
  socket.on('data', bytes => {
    text += bytes.toString('latin1')
    const [, number] = /\\r\\n\\r\\n(\\d{4})$/.exec(text) ?? []
    if (number === undefined) return
    text = ''
    received.push(number)
    socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nConnection: keep-alive\\r\\n\\r\\nok')
    setTimeout(() => socket.end(), workerData.delayMs)
  })
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
parentPort.on('message', () => parentPort.postMessage(received))
`

/** Resolves to the next message of a thread. */
function nextMessage<Message>(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

/**
 * Sends POSTs one after another to servers that close each connection some milliseconds after its answer, and expects that each
 * arrives once.
 */
export async function sendToClosingServers(count: number, delaysMs: readonly number[]): Promise<void> {
  for (const delayMs of delaysMs) {
    const worker = new Worker(code, { eval: true, workerData: { delayMs } })
    const port = await nextMessage<number>(worker)
    const { send, transport } = sharedTransport()
    const numbers = Array.from({ length: count }, (_, at) => String(at).padStart(4, '0'))
    for (const number of numbers) {
      const headers = fields(['Host', 'h'], ['Content-Length', '4'])
      const content = [bytesPart(number)]
      await answered(send({ url: `http://127.0.0.1:${port}/`, method: 'POST', headers, content }))
    }
    worker.postMessage('received')
    expect(await nextMessage(worker)).toEqual(numbers)
    transport.close()
    await worker.terminate()
  }
}
