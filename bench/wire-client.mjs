// One side of the wire benchmark: `parley` or `bare` (node:http with a keep-alive agent). Its resource usage
// is
// counted from the first request on, as another benchmark measures its start.
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { Agent, request as startRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [side, task, url, argument] = process.argv.slice(2)
const { run, close } = side === 'parley' ? await parley() : bare()
globalThis.beginMeasuring()
await run()
close()

/** Sends a number of requests, some of them at a time; `argument` is `COUNT/WIDTH`. */
async function sendMany(sendOne) {
  const [count, width] = argument.split('/').map(Number)
  let left = count
  const sendInTurn = async () => {
    while (left > 0) {
      left -= 1
      await sendOne()
    }
  }
  await Promise.all(Array.from({ length: width }, sendInTurn))
}

async function parley() {
  const { createSender } = await import('./create-sender.mjs')
  const sender = await createSender()
  const file = { filePath: argument, contentType: '', selected: true }
  const tasks = {
    // Like a tab, whose next send deletes the body of the previous one.
    requests: () => sendMany(async () => sender.release(await sender.send({ url }))),
    store: () => sender.send({ url }),
    upload: () => sender.send({ method: 'POST', url, body: { type: 'file', files: [file] } }),
  }
  return { run: tasks[task], close: sender.close }
}

function bare() {
  const agent = new Agent({ keepAlive: true })
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const tasks = {
    requests: () => sendMany(() => exchange({}, read)),
    store: () => exchange({}, response => pipeline(response, createWriteStream(join(folder, 'body')))),
    discard: () => exchange({}, read),
    upload: () => {
      const headers = { 'Content-Length': statSync(argument).size }
      return exchange({ method: 'POST', headers }, read, out => void createReadStream(argument).pipe(out))
    },
  }
  const close = () => {
    agent.destroy()
    rmSync(folder, { recursive: true })
  }
  return { run: tasks[task], close }

  function exchange(options, receive, write = out => void out.end()) {
    return new Promise((resolve, reject) => {
      const out = startRequest(url, { ...options, agent }, response =>
        receive(response).then(resolve, reject),
      )
      out.once('error', reject)
      write(out)
    })
  }

  /** Reads like a program that needs the body: all pieces, of which only one is in memory at a time. */
  async function read(response) {
    for await (const _ of response);
  }
}
