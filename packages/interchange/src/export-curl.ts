import {
  type CodePorts,
  type CodeTarget,
  codeTargets,
  commentLines,
  type PreparedCode,
  prepareCode,
  printCode,
} from '@parley/codegen'
import { type ExportLoss, lostOfCollection, lostOfFolder, lostOfRequest } from '@parley/convert'
import { defaultSendSettings } from '@parley/engine'
import {
  type Collection,
  describeSendFailure,
  type Folder,
  httpRequestOf,
  type Item,
  itemPhrase,
  type Result,
  type SendFailure,
} from '@parley/model'

/** The file of an export, and what it leaves out. */
export interface Written {
  readonly text: string
  readonly losses: readonly ExportLoss[]
}

/** Returns the commands of all requests, one after another, each under the request's name. */
export async function curlCommands(collection: Collection, ports: CodePorts): Promise<Written> {
  const [target] = codeTargets
  const commands: string[] = []
  const losses: ExportLoss[] = []
  const logParts = (path: readonly string[], parts: readonly string[]) => {
    for (const subject of parts) losses.push({ path, subject })
  }
  logParts([collection.name], lostOfCollection(collection, 'curl'))
  const visit = async (
    items: readonly Item[],
    ancestors: readonly (Collection | Folder)[],
    place: readonly string[],
  ) => {
    for (const item of items) {
      const at = 'name' in item ? [...place, item.name] : place
      if (item.kind === 'folder') {
        logParts(at, lostOfFolder(item, 'curl'))
        await visit(item.items, [...ancestors, item], at)
        continue
      }
      const request = httpRequestOf(item)
      if (request === null || target === undefined) {
        losses.push({ path: at, subject: itemPhrase(item) })
        continue
      }
      const context = { ...noContext, ancestors }
      const prepared = await prepareCode(request, context, ports, everything)
      const comment = commentLines([at.slice(1).join(' / ')], '#').join('')
      commands.push(`${comment}\n${commandOf(target, prepared).trimEnd()}\n`)
      logParts(at, lostOfRequest(request, 'curl'))
    }
  }
  await visit(collection.items, [collection], [collection.name])
  return { text: commands.join('\n'), losses }
}

/** Returns the command, or a comment that says why the request cannot be sent. */
function commandOf(target: CodeTarget, prepared: Result<PreparedCode, SendFailure>): string {
  if (prepared.ok) return printCode(target, prepared.value.request)
  const { sentence, nextStep } = describeSendFailure(prepared.failure)
  return commentLines([`${sentence} ${nextStep}`], '#').join('')
}

const everything = { includesAuth: true, fillsVariables: false, fillsGaps: true }

const noContext = {
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
  defaultSettings: defaultSendSettings,
}
