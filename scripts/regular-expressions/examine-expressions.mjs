import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const bySteps = {
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 10_000_000,
}

/**
 * Examines regular expressions with recheck, which searches for texts that keep them busy.
 * @param expressions - their text, source and flags
 * @param folder - where recheck is installed
 * @param mostMs - how long one is examined, and four times that where texts have to be tried; nearly all take milliseconds
 * @returns the verdict on each by its text, `unknown` if none was found in time, and whether it is proven: others come from
 *   texts that were tried
 */
export async function examineExpressions(expressions, folder, mostMs) {
  const waiting = [...expressions]
  const verdicts = new Map()
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: folder })
      const next = () => {
        const one = waiting.shift()
        if (one === undefined) void worker.terminate().then(() => resolve())
        else worker.postMessage({ ...one, mostMs })
      }
      worker.on('message', ({ text, ...result }) => {
        verdicts.set(text, result)
        next()
      })
      worker.once('error', reject)
      next()
    })
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
  return verdicts
}

if (!isMainThread) {
  // Its other entry starts a Java program if there is one.
  const { checkSync } = createRequire(`${workerData}/package.json`)('recheck/lib/browser.js')
  parentPort.on('message', ({ text, source, flags, mostMs }) => {
    const first = checkSync(source, flags, { timeout: mostMs })
    // On a busy machine, a text that is tried takes long whatever the expression. Steps do not depend on the machine.
    const isTried = first.status === 'vulnerable' && first.checker === 'fuzz'
    const { status, checker, complexity } = isTried
      ? checkSync(source, flags, { ...bySteps, timeout: 4 * mostMs })
      : first
    const verdict = status === 'vulnerable' ? complexity.type : status
    parentPort.postMessage({ text, verdict, isProven: checker === 'automaton' })
  })
}
