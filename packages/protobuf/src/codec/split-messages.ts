import { failed, type Result } from '@parley/model'
import { describeMessageProblem } from './message-problem.ts'
import { readJsonTexts } from './read-json.ts'

/** Returns the JSON texts of messages that follow each other, or where the text is none. */
export function splitMessages(text: string): Result<readonly string[], string> {
  const read = readJsonTexts(text)
  if (read.ok) return read
  const { at, message } = read.failure
  return failed(describeMessageProblem(text, { start: at, end: at, message }))
}
