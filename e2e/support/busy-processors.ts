import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Keeps every processor of the machine busy while `run` runs. */
export async function withBusyProcessors<Result>(run: () => Promise<Result>): Promise<Result> {
  const started: ChildProcess[] = []
  for (let count = 0; count < availableParallelism(); count += 1)
    started.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    return await run()
  } finally {
    for (const child of started) child.kill('SIGKILL')
  }
}
