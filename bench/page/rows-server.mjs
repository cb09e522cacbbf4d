import { createServer } from 'node:http'

const rowCount = 1_000_000
const rowsPerChunk = 10_000

/** Starts a server that responds to every request with a text of a million lines. */
export async function startRowsServer() {
  const server = createServer(async (_, response) => {
    response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    for (let first = 0; first < rowCount; first += rowsPerChunk) {
      const rows = Array.from({ length: rowsPerChunk }, (_, row) => `line ${first + row} of ${rowCount}\n`)
      if (!response.write(rows.join(''))) await new Promise(resolve => response.once('drain', resolve))
    }
    response.end()
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
