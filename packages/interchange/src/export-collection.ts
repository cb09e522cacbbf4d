import {
  type CodePorts,
  type CodeTarget,
  codeTargets,
  commentLines,
  type PreparedCode,
  prepareCode,
  printCode,
} from '@parley/codegen'
import {
  type ExportFormat,
  type ExportLoss,
  exportFormats,
  exportOpenApi,
  exportPostman,
  lostChecks,
  lostScripts,
} from '@parley/convert'
import { defaultSendSettings } from '@parley/engine'
import {
  type Collection,
  describeSendFailure,
  type Folder,
  httpRequestOf,
  type Item,
  itemPhrase,
  ok,
  type Result,
  type SendFailure,
} from '@parley/model'
import {
  bundledText,
  type ShareableCollection,
  shareableCollection,
  type Workspace,
  type WorkspaceFailure,
} from '@parley/workspace'
import { filesBeside } from './files-beside.ts'

/** A collection as a file for another program, without the value of any secret. */
export interface ExportedFile {
  readonly fileName: string
  readonly text: string
  /** What the format cannot express, as sentences. */
  readonly losses: readonly string[]
}

/**
 * Exports a collection of a workspace to another program's format; secrets become placeholders `{{name}}`.
 */
export async function exportCollection(
  workspace: Workspace,
  path: string,
  format: ExportFormat,
  ports: CodePorts,
): Promise<Result<ExportedFile, WorkspaceFailure>> {
  const shareable = await shareableCollection(workspace, path)
  if (!shareable.ok) return shareable
  const { collection, unreadable } = shareable.value
  const written = await write(collection, format, ports)
  if (!written.ok) return written
  const { ending } = exportFormats.find(one => one.format === format) ?? { ending: '' }
  return ok({
    fileName: `${fileNameOf(collection.name)}${ending}`,
    text: written.value.text,
    losses: [...unreadable.map(unreadableSentence), ...written.value.losses.map(lossSentence)],
  })
}

interface Written {
  readonly text: string
  readonly losses: readonly ExportLoss[]
}

async function write(
  collection: Collection,
  format: ExportFormat,
  ports: CodePorts,
): Promise<Result<Written, WorkspaceFailure>> {
  switch (format) {
    case 'openCollection': {
      const text = bundledText(collection)
      const path = [collection.name]
      const losses = filesBeside(collection).map(file => ({ path, subject: `the file ${file}` }))
      return text.ok ? ok({ text: text.value, losses }) : text
    }
    case 'postman': {
      const { value, losses } = exportPostman(collection, { includeSecrets: false })
      return ok({ text: jsonText(value), losses })
    }
    case 'openApi': {
      const { value, losses } = exportOpenApi(collection)
      return ok({ text: jsonText(value), losses })
    }
    case 'curl':
      return ok(await curlCommands(collection, ports))
  }
}

/** Returns the commands of all requests, one after another, each under the request's name. */
async function curlCommands(collection: Collection, ports: CodePorts): Promise<Written> {
  const [target] = codeTargets
  const commands: string[] = []
  const losses: ExportLoss[] = []
  const logParts = (path: readonly string[], parts: readonly string[]) => {
    for (const subject of parts) losses.push({ path, subject })
  }
  logParts([collection.name], lostScripts(collection.defaults.scripts))
  const visit = async (
    items: readonly Item[],
    ancestors: readonly (Collection | Folder)[],
    place: readonly string[],
  ) => {
    for (const item of items) {
      const at = 'name' in item ? [...place, item.name] : place
      if (item.kind === 'folder') {
        logParts(at, lostScripts(item.defaults.scripts))
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
      logParts(at, [...lostScripts(request.scripts), ...lostChecks(request)])
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

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function lossSentence({ path, subject }: ExportLoss): string {
  return `${path.join(' / ')}: no place for ${subject}.`
}

function unreadableSentence({ path, sentence }: ShareableCollection['unreadable'][number]): string {
  return `${path}: ${sentence}`
}

function fileNameOf(name: string): string {
  const plain = name.replace(/[\p{C}<>:"/\\|?*]+/gu, '-').replace(/^[.\s-]+|[.\s-]+$/g, '')
  return plain.slice(0, 100) || 'collection'
}
