import { Worker } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import type { ToWorker } from './sandbox/worker-protocol.ts'
import { sendWithScripts } from './script-fixture.testkit.ts'

afterEach(() => void vi.restoreAllMocks())

/** Returns the bytes of each message to the thread of scripts, as JSON and without what is shared. */
async function sentToThread(run: () => Promise<unknown>): Promise<readonly number[]> {
  const post = vi.spyOn(Worker.prototype, 'postMessage')
  await run()
  return post.mock.calls.map(([message]) => bytesOf(message))
}

function bytesOf(message: ToWorker): number {
  const { body, ...job } = message.type === 'run' ? message.job : { body: undefined }
  return Buffer.byteLength(JSON.stringify(job)) + (body?.byteLength ?? 0)
}

const pre = 'pm.environment.set("i", pm.info.iteration)'
const post = 'pm.test("id", () => { pm.expect(pm.response.json().id).to.equal(7) })'

test('the scripts of a send cross to their thread in one message each, of little more than themselves', async () => {
  const bytes = await sentToThread(() => sendWithScripts({ pre, post, answer: { body: '{"id":7}' } }))
  expect(bytes).toHaveLength(2)
  const [before = 0, after = 0] = bytes
  // A little more than they were when this was written.
  expect(before - pre.length).toBeLessThan(1250)
  expect(after - post.length).toBeLessThan(1530)
})

test('a body crosses only to a script that may read it', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(20_000) })
  const after = async (script: string) =>
    (await sentToThread(() => sendWithScripts({ post: script, answer: { body } }))).at(-1)
  expect(await after('pm.response.code')).toBeLessThan(2000)
  expect(await after('pm.response.json()')).toBeGreaterThan(20_000)
})
