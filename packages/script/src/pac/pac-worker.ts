import { parentPort, workerData } from 'node:worker_threads'
import { EvalFlags, JSException, QuickJS } from 'quickjs-wasi'
import type { PacJob, PacOutcome } from './ask-pac-file.ts'

/** Runs one PAC file once, in its own engine; the caller enforces the time limit. */
const { wasm, functions, script, facts, url, host }: PacJob = workerData
const maxMemoryBytes = 32 * 1024 * 1024

async function ask(): Promise<PacOutcome> {
  const vm = await QuickJS.create({ wasm, memoryLimit: maxMemoryBytes, wasi: () => ({ fd_write: () => 8 }) })
  const evaluate = (code: string) => vm.evalCode(code, 'pac', EvalFlags.TYPE_GLOBAL)
  try {
    evaluate(functions)
    evaluate(`installPacFunctions(${JSON.stringify(facts)})`)
    evaluate(script)
    const json = evaluate(`askPacFile(${JSON.stringify(url)}, ${JSON.stringify(host)})`)
    return readOutcome(json.toString())
  } catch (error) {
    if (!(error instanceof JSException)) throw error
    return { fault: error.message.slice(0, 200) }
  }
}

/** Reads the outcome without trusting it, because a file may have replaced our functions. */
function readOutcome(json: string): PacOutcome {
  const read: unknown = JSON.parse(json)
  const member = (name: string): unknown => Reflect.get(Object(read), name)
  const fault = member('fault')
  if (typeof fault === 'string') return { fault: fault.slice(0, 200) }
  const [answer, wanted] = [member('answer'), member('wanted')]
  return {
    answer: typeof answer === 'string' ? answer.slice(0, 10_000) : '',
    wanted: Array.isArray(wanted) ? wanted.filter(name => typeof name === 'string').slice(0, 50) : [],
  }
}

parentPort?.postMessage(await ask())
