import { get } from 'node:http'

/** The floor of a test on a large answer: one GET, its body put together and parsed. */
const [, , url] = process.argv
const chunks = []
await new Promise((resolve, reject) => {
  get(url, response => {
    response.on('data', chunk => chunks.push(chunk))
    response.once('end', resolve)
  }).once('error', reject)
})
const { length } = JSON.parse(Buffer.concat(chunks).toString())
if (length === 0) process.exitCode = 1
