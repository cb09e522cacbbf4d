import { expect } from 'vitest'
import { runInProcess } from '../io/run-in-process.testkit.ts'

/** Returns the completion script for a shell. */
export async function completionOf(shell: string): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(['completion', shell])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.toString()
}
