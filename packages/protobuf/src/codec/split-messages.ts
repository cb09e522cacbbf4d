import { failed, ok, type Result } from '@parley/model'
import { JsonSyntaxError, readJsonTrees } from './json-tree.ts'
import { describeMessageProblem } from './message-problem.ts'

/** Returns the JSON texts of messages that follow each other, or where the text is none. */
export function splitMessages(text: string): Result<readonly string[], string> {
  try {
    return ok(readJsonTrees(text).map(({ start, end }) => text.slice(start, end)))
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const { offset, message } = error
    return failed(describeMessageProblem(text, { start: offset, end: offset, message }))
  }
}
