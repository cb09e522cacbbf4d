import { parentPort, workerData } from 'node:worker_threads'

const { createTestClient } = await import('../../apps/server/src/start-test-server.testkit.ts')

/**
 * The other window: asks for the changes of the tree again and again, and answers each message with the longest time that one
 * call took since the message before, in milliseconds. It has a thread of its own, so that it measures nothing but the server.
 */
const client = createTestClient(workerData)
const { revision } = await client.library.readTree()
let longestMs = 0
let isAsked = false
parentPort.on('message', () => {
  isAsked = true
})
parentPort.postMessage(0)
for (;;) {
  const beganMs = performance.now()
  await client.library.readTreeChanges({ since: revision })
  longestMs = Math.max(longestMs, performance.now() - beganMs)
  if (isAsked) {
    // The call before the question has ended as well.
    parentPort.postMessage(longestMs)
    isAsked = false
    longestMs = 0
  }
  await new Promise(resolve => setTimeout(resolve, 2))
}
