import { resolve } from 'node:path'
import { type AppDataLock, acquireLock, callInstance, type Instance } from '@parley/appdata'
import { z } from 'zod'
import type { Asked } from '../desktop/shell-messages.ts'
import type { StartOptions } from '../read-start-options.ts'
import { StartError } from '../start-error.ts'
import { canOpenPage, openInBrowser, writeOpeningFile } from './open-page.ts'

/** Enough time for a server that is starting on a slow machine to respond. */
const startingWaitMs = 15_000
const answerWaitMs = 2000
/** A large workspace is read for its first tree. */
const openingWaitMs = 30_000

const openedSchema = z.object({
  json: z.discriminatedUnion('state', [
    z.object({ state: z.literal('done') }),
    z.object({ state: z.literal('failed'), sentence: z.string(), nextStep: z.string() }),
  ]),
})

const shownSchema = z.object({ json: z.object({ isShown: z.boolean() }) })

type SecondStart = Pick<StartOptions, 'opensPage' | 'workspaceFolder' | 'forNewStart' | 'isForDesktop'>

/**
 * Returns the lock on the folder, or null if a Parley runs on it. In that case its page was opened with the workspace,
 * if there is someone to open it for (behaviour, Second start).
 * @param asked - what else a window of it opens, if it has windows of its own
 * @throws StartError if a process holds the lock and does not respond, or cannot open the workspace
 */
export async function acquireAppData(
  folder: string,
  options: SecondStart,
  asked: Asked | null = null,
): Promise<AppDataLock | null> {
  const outcome = await acquireLock(folder, { isAnswering, waitMs: startingWaitMs })
  if (outcome.state === 'owned') return outcome.lock
  if (outcome.state === 'unreachable') {
    const which = outcome.processId === null ? '' : ` (process ${outcome.processId})`
    throw new StartError(
      `Another Parley${which} uses ${folder} and does not respond. End it, or set PARLEY_HOME to another folder.`,
    )
  }
  const { address, processId } = outcome.instance
  // The desktop app has no terminal to read the address, and a log must not have its token.
  if (!options.isForDesktop) process.stdout.write(`Parley is already running at ${address}\n`)
  const { opensPage, workspaceFolder, forNewStart } = options
  if (forNewStart.length > 0)
    process.stderr.write(`${forNewStart.join(' and ')} had no effect. End the running Parley first.\n`)
  if (workspaceFolder !== null) await openWorkspace(address, workspaceFolder)
  if (opensPage && (await showDesktop(address, asked))) return null
  if (options.isForDesktop) process.stderr.write(withoutWindowSentence(asked))
  // The file is named after the running Parley, which deletes it once the page has loaded.
  if (opensPage && canOpenPage()) openInBrowser(writeOpeningFile(folder, address, processId))
  return null
}

/** Says why a start of the desktop app shows no window of its own, and that what it was to open was not opened. */
function withoutWindowSentence(asked: Asked | null): string {
  const where = canOpenPage()
    ? 'so its page opens in the browser'
    : 'and there is no display to open its page on'
  const notOpened = asked === null ? '' : ` The ${asked.kind} was not opened; open it on that page.`
  return `Parley is already running without the desktop app, ${where}. End it and start parley desktop again for a window.${notOpened}\n`
}

/** Opens a workspace in the running Parley, in all of its windows. */
async function openWorkspace(address: string, folder: string): Promise<void> {
  const answer = await callInstance(
    { address },
    'workspaces/open',
    { folder: resolve(folder) },
    openingWaitMs,
  )
  const { data } = openedSchema.safeParse(answer?.ok === true ? await answer.json() : null)
  if (data?.json.state === 'done') return
  throw new StartError(
    data === undefined
      ? `The running Parley did not open ${folder}. Open it there.`
      : `${data.json.sentence} ${data.json.nextStep}`,
  )
}

/** Brings the window of the running Parley to the front. Returns false if it has none of its own. */
async function showDesktop(address: string, asked: Asked | null): Promise<boolean> {
  const answer = await callInstance({ address }, 'desktop/show', { asked }, answerWaitMs)
  const { data } = shownSchema.safeParse(answer?.ok === true ? await answer.json() : null)
  return data?.json.isShown === true
}

/** Asks with the instance's token, as another program may have taken the port. */
async function isAnswering(instance: Instance): Promise<boolean> {
  return (await callInstance(instance, 'session/describe', undefined, answerWaitMs))?.ok === true
}
