import { readFileSync } from 'node:fs'
import type { Browser, CDPSession } from '@playwright/test'
import { expect } from './test.ts'

/** The worker that the windows of a browser share. */
export interface SharedWorker {
  /** The ID of the process that it runs in. */
  readonly processId: number
  /** Ends the worker but not its process. */
  terminate(): Promise<void>
}

/** Enough memory to distinguish it from what any process allocates meanwhile. */
const markBytes = 300_000_000

/** Finds the only shared worker of a browser, and its process: the one that grows when the worker takes memory. */
export async function findSharedWorker(browser: Browser): Promise<SharedWorker> {
  const session = await browser.newBrowserCDPSession()
  const targetId = await workerTarget(session)
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const before = new Map(renderers.map(id => [id, residentBytes(id)]))
  const expression = `globalThis.mark = new Uint8Array(${markBytes}).fill(1); 0`
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
  await session.send('Target.sendMessageToTarget', { sessionId, message })
  const grown = () => renderers.filter(id => residentBytes(id) - (before.get(id) ?? 0) > markBytes / 2)
  await expect.poll(() => grown().length, 'processes that grew').toBe(1)
  const processId = grown()[0] ?? 0
  await session.send('Target.detachFromTarget', { sessionId })
  return { processId, terminate: async () => void (await session.send('Target.closeTarget', { targetId })) }
}

async function workerTarget(session: CDPSession): Promise<string> {
  const { targetInfos } = await session.send('Target.getTargets')
  const workers = targetInfos.filter(({ type }) => type === 'shared_worker')
  expect(workers, 'shared workers').toHaveLength(1)
  return workers[0]?.targetId ?? ''
}

/** Returns the memory of a process in bytes; 0 if it has ended. */
function residentBytes(processId: number): number {
  try {
    return Number(readFileSync(`/proc/${processId}/statm`, 'utf8').split(' ')[1]) * pageBytes
  } catch {
    return 0
  }
}

/** The size of a memory page on Linux. */
const pageBytes = 4096
