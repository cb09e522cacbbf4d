import { readFileSync } from 'node:fs'
import type { Browser, CDPSession } from '@playwright/test'
import { expect } from './test.ts'

/** The worker that the windows of a browser share. */
export interface SharedWorker {
  /** Of the process that it runs in. */
  readonly processId: number
  /** Ends the worker and leaves its process alone. */
  terminate(): Promise<void>
}

/** Finds the only shared worker of a browser, and its process: the one that works when the worker has work. */
export async function findSharedWorker(browser: Browser): Promise<SharedWorker> {
  const session = await browser.newBrowserCDPSession()
  const targetId = await workerTarget(session)
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const before = new Map(renderers.map(id => [id, cpuTicks(id)]))
  const expression = 'for (const end = Date.now() + 1000; Date.now() < end; );'
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
  await session.send('Target.sendMessageToTarget', { sessionId, message })
  const used = () =>
    renderers
      .map(id => ({ id, ticks: cpuTicks(id) - (before.get(id) ?? 0) }))
      .toSorted((a, b) => b.ticks - a.ticks)
  await expect.poll(() => used()[0]?.ticks, 'the process of the worker works').toBeGreaterThan(20)
  const processId = used()[0]?.id ?? 0
  await session.send('Target.detachFromTarget', { sessionId })
  return { processId, terminate: async () => void (await session.send('Target.closeTarget', { targetId })) }
}

async function workerTarget(session: CDPSession): Promise<string> {
  const { targetInfos } = await session.send('Target.getTargets')
  const workers = targetInfos.filter(({ type }) => type === 'shared_worker')
  expect(workers, 'shared workers').toHaveLength(1)
  return workers[0]?.targetId ?? ''
}

/** The time that a process has worked so far, in hundredths of a second; 0 once it is gone. */
function cpuTicks(processId: number): number {
  try {
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}
