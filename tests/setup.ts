import childProcess from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import fc from 'fast-check'
import { afterEach, inject } from 'vitest'
import { useBundledThreads } from './bundled-threads.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of all random values of a run: 1, and in `npm run test:all` another each time. */
    readonly seed: number
  }
  interface TaskMeta {
    /** The number of programs that the test and the hooks before it started. */
    programs?: number
    /** What a skipped test needs of the machine. */
    needs?: string
  }
}

fc.configureGlobal({ seed: inject('seed') })

/** Files that may start programs. */
const mayStartPrograms = /\.program\.test\.ts$|\.slow\.ts$|\.nightly\.ts$/

const counted = globalThis as typeof globalThis & { startedPrograms?: number }
if (counted.startedPrograms === undefined) {
  counted.startedPrograms = 0
  useBundledThreads()
  const count = () => {
    counted.startedPrograms = (counted.startedPrograms ?? 0) + 1
  }
  subscribe('child_process', count)
  for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const) {
    const call = childProcess[name]
    Reflect.set(childProcess, name, (...args: Parameters<typeof call>) => {
      count()
      return Reflect.apply(call, childProcess, args)
    })
  }
  syncBuiltinESMExports()
}

let seen = counted.startedPrograms
afterEach(({ task }) => {
  const programs = (counted.startedPrograms ?? 0) - seen
  seen += programs
  if (programs === 0) return
  task.meta.programs = programs
  if (!mayStartPrograms.test(task.file.filepath))
    throw new Error(
      'This test started a program. Move it to a file named *.program.test.ts (few, in each check) or *.slow.ts (npm run test:all).',
    )
})
