import { get } from 'node:http'

/** The lower bound for a test on a large response: one GET, its body joined and parsed. */
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
