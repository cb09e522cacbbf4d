import { type AppDataLock, acquireLock, type Instance } from '@parley/appdata'
import { tokenHeader } from '../access/access-rules.ts'
import { StartError } from '../start-error.ts'
import { canOpenPage, openInBrowser, writeOpeningFile } from './open-page.ts'

/** A server that starts on a slow machine has answered by then. */
const startingWaitMs = 15_000
const answerWaitMs = 2000

/**
 * The right to the folder, or null where a Parley runs on it: its page was opened then, where there is
 * someone to open it for (product decisions, Second start).
 * @throws StartError where one has the folder and does not answer
 */
export async function ownAppData(folder: string, opensPage: boolean): Promise<AppDataLock | null> {
  const outcome = await acquireLock(folder, { isAnswering, waitMs: startingWaitMs })
  if (outcome.state === 'owned') return outcome.lock
  if (outcome.state === 'unreachable') {
    const which = outcome.processId === null ? '' : ` (process ${outcome.processId})`
    throw new StartError(
      `Another Parley${which} uses ${folder} and does not answer. End it, or set PARLEY_HOME to another folder.`,
    )
  }
  const { address, processId } = outcome.instance
  process.stdout.write(`Parley is already running at ${address}\n`)
  // In the name of the one that runs: it removes the file once the page is loaded.
  if (opensPage && canOpenPage()) openInBrowser(writeOpeningFile(folder, address, processId))
  return null
}

/** Asked with its token: another program may have got the port. */
async function isAnswering({ address }: Instance): Promise<boolean> {
  const match = /^(http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]+)$/.exec(address)
  if (match === null) return false
  const [, origin = '', token = ''] = match
  try {
    const answer = await fetch(`${origin}/rpc/session/describe`, {
      method: 'POST',
      headers: { [tokenHeader]: token },
      signal: AbortSignal.timeout(answerWaitMs),
    })
    return answer.ok
  } catch {
    return false
  }
}
