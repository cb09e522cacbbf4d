import { type AppDataLock, acquireLock, type Instance } from '@parley/appdata'
import { tokenHeader } from '../access/access-rules.ts'
import { StartError } from '../start-error.ts'
import { canOpenPage, openInBrowser, writeOpeningFile } from './open-page.ts'

/** Enough time for a server that is starting on a slow machine to respond. */
const startingWaitMs = 15_000
const answerWaitMs = 2000

/**
 * Returns the lock on the folder, or null if a Parley runs on it. In that case its page was opened, if there
 * is someone to open it for (product decisions, Second start).
 * @throws StartError if a process holds the lock and does not respond
 */
export async function acquireAppData(folder: string, opensPage: boolean): Promise<AppDataLock | null> {
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
  // The file is named after the running Parley, which deletes it once the page has loaded.
  if (opensPage && canOpenPage()) openInBrowser(writeOpeningFile(folder, address, processId))
  return null
}

/** Asks with the instance's token, as another program may have taken the port. */
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
