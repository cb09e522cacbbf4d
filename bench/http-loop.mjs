import { Agent, get } from 'node:http'

/** The floor of a runner: so many GETs, one after the other, over one connection. */
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
