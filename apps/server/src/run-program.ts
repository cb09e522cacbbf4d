import { describeRefusal } from './describe-refusal.ts'
import { StartError } from './start-error.ts'

/** The exit code for an invalid argument or a port that is in use. */
const badInput = 3

/** Runs a program. An error that the user can fix ends it with one sentence, a bug with its stack. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const sentence = error instanceof StartError ? error.message : describeRefusal(error)
    if (sentence === null) throw error
    process.stderr.write(`${sentence}\n`)
    process.exitCode = badInput
  }
}
