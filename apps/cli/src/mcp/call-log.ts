import type { StandardError } from '../io/standard-error.ts'
import { shortened } from './watch/shortened.ts'

/** A call of an agent, as the user sees it. */
export interface AgentCall {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly tool: string
  /** The request, or what else it is about; as the agent gave it. */
  readonly subject: string
  /** A few words, without values of secrets. */
  readonly outcome: string
  readonly isError: boolean
}

/** Writes one line for each call on standard error. */
export function printCall({ at, tool, subject, outcome, isError }: AgentCall, stderr: StandardError): void {
  const time = new Date(at).toTimeString().slice(0, 8)
  const about = subject === '' ? '' : ` ${shortened(subject)}`
  const line = `${time} ${tool}${about}: ${isError ? 'failed, ' : ''}${shortened(outcome)}`
  stderr.printLines(`${line.replace(/\s+/g, ' ')}\n`)
}
