// Runs one large transfer with the engine, its transport and its body store, in a separate process. The
// arguments are
// URL, HTTP version, authority to trust, and the file if it is an upload. Prints the result as JSON, with the
// growth of
// memory beyond that of a program that has sent one small request.
import { inheritedRequestSettings } from '@parley/model'
import { createSender } from '../../bench/create-sender.mjs'

const sampleIntervalMs = 10
const [url, httpVersion, certificateAuthority, filePath] = process.argv.slice(2)
const sender = await createSender({ certificateAuthority })
const settings = { ...inheritedRequestSettings, httpVersion }
const upload = {
  method: 'POST',
  body: { type: 'file', files: [{ filePath, contentType: '', selected: true }] },
}

await sender.release(await sender.send({ url: new URL('/', url).href, settings }))
const idleBytes = process.memoryUsage.rss()
let peakBytes = 0
const sampling = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
}, sampleIntervalMs)
const { request, response } = await sender.send({ url, settings, ...(filePath ? upload : {}) })
clearInterval(sampling)
process.stdout.write(
  JSON.stringify({
    httpVersion: response.httpVersion,
    sentBytes: request.contentBytes,
    receivedBytes: response.content.decodedBytes,
    grownMb: Math.round((peakBytes - idleBytes) / 1024 / 1024),
  }),
)
sender.close()
