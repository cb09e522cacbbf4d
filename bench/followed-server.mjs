import { randomUUID } from 'node:crypto'
import { createTestClient } from '../apps/server/src/start-test-server.testkit.ts'
import { startParley } from './page/start-parley.mjs'
import { cpuMs } from './process-usage.mjs'

/** Starts the built server with the workspace of a folder, and one window that follows the changes of its tree. */
export async function startFollowed(home) {
  const { address, pid, stop } = await startParley(home)
  const { origin, hash } = new URL(address)
  const token = new URLSearchParams(hash.slice(1)).get('token')
  const client = createTestClient({ origin, token })
  const tree = await client.library.readTree()
  const folders = tree.collections.flatMap(one => one.children).filter(one => one.kind === 'folder')
  const window = { revision: tree.revision }
  // The stream ends with the server.
  follow(client, window).catch(() => {})
  return { address, client, pid, folders, leaves: folders.flatMap(one => one.children), window, stop }
}

/** Follows changes of the tree like the page. */
async function follow(client, window) {
  const stream = await client.events.subscribe({
    windows: [{ windowId: randomUUID(), sequence: 0, after: null }],
  })
  for await (const item of stream) {
    if (item.type !== 'event' || item.event.type !== 'library') continue
    const changes = await client.library.readTreeChanges({ since: window.revision })
    window.revision = changes.revision
  }
}

/** Waits until the window that follows has all changes. */
async function settled({ client, window }) {
  for (;;) {
    const { revision } = window
    const changes = await client.library.readTreeChanges({ since: revision })
    if (changes.revision === window.revision) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** Returns the server's processor time of an edit, of ten that follow each other, in milliseconds. */
export async function costOf(server, edit, round) {
  const count = 10
  const before = cpuMs(server.pid)
  for (let number = 0; number < count; number += 1) await edit(server, round * count + number)
  await settled(server)
  return (cpuMs(server.pid) - before) / count
}

/** Saves a request with another URL. */
export async function saveEdit({ client, leaves }, number) {
  const { id } = leaves[number % leaves.length]
  const { request, version } = await client.library.readRequest({ id })
  const [address] = request.url.split('?')
  const changed = { ...request, url: `${address}?changed=${number}-${Date.now()}` }
  await client.library.saveRequest({ id, request: changed, baseVersion: version })
}

/** Waits for the background read of all files after a start. */
export async function isIdle(pid) {
  for (let before = -1; cpuMs(pid) - before > 20; ) {
    before = cpuMs(pid)
    await new Promise(resolve => setTimeout(resolve, 1000))
  }
}
