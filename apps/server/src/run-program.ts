import { describeRefusal } from '@parley/files'
import { StartError } from './start-error.ts'

/** The exit code for an invalid argument or a port that is in use. */
const badInput = 3

/**
 * Runs a program. An error that the user can fix ends it with one sentence, a bug with its stack.
 * @param onFailed - called with the sentence, which is also printed
 */
export async function runProgram(
  main: () => Promise<void>,
  onFailed: (sentence: string) => void = () => {},
): Promise<void> {
  try {
    await main()
  } catch (error) {
    const sentence = error instanceof StartError ? error.message : describeRefusal(error)
    if (sentence === null) throw error
    onFailed(sentence)
    process.stderr.write(`${sentence}\n`)
    process.exitCode = badInput
  }
}
