import { Agent, get } from 'node:http'

/** The lower bound for a runner: a number of GETs, one after another, over one connection. */
const [, , url, count] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
for (let sent = 0; sent < Number(count); sent += 1) {
  await new Promise((resolve, reject) => {
    get(`${url}/?i=${sent}`, { agent }, response => {
      response.on('data', () => {})
      response.once('end', resolve)
    }).once('error', reject)
  })
}
agent.destroy()
