import type { CodePorts } from '@parley/codegen'
import {
  type ExportFormat,
  type ExportLoss,
  exportFormats,
  exportOpenApi,
  exportPostman,
} from '@parley/convert'
import { type Collection, type Folder, isWhiteSpace, ok, type Result, trimWhere } from '@parley/model'
import {
  bundledText,
  type ShareableCollection,
  shareableCollection,
  type Workspace,
  type WorkspaceFailure,
} from '@parley/workspace'
import { curlCommands, type Written } from './export-curl.ts'
import { folderAsCollection } from './folder-as-collection.ts'

/** A collection as a file for another program, without the value of any secret. */
export interface ExportedFile {
  readonly fileName: string
  readonly text: string
  /** What the format cannot express, as sentences. */
  readonly losses: readonly string[]
}

/**
 * Exports a collection of a workspace, or a folder as a collection, to another program's format; secrets become placeholders
 * `{{name}}`.
 */
export async function exportCollection(
  workspace: Workspace,
  path: string,
  format: ExportFormat,
  ports: CodePorts,
): Promise<Result<ExportedFile, WorkspaceFailure>> {
  const shareable = await shareableAt(workspace, path)
  if (!shareable.ok) return shareable
  const { collection, unreadable } = shareable.value
  const written = await write(collection, format, ports)
  if (!written.ok) return written
  const { ending } = exportFormats.find(one => one.format === format) ?? { ending: '' }
  return ok({
    fileName: `${exportedFileName(collection.name)}${ending}`,
    text: written.value.text,
    losses: [...unreadable.map(unreadableSentence), ...written.value.losses.map(lossSentence)],
  })
}

/** Reads a collection, or a folder as one. */
async function shareableAt(
  workspace: Workspace,
  path: string,
): Promise<Result<ShareableCollection, WorkspaceFailure>> {
  const { collections } = workspace.tree
  if (collections.some(one => one.path === path)) return shareableCollection(workspace, path)
  // Folders of collections are not collections, so at most one of these contains it.
  for (const entry of collections.filter(one => one.path === '' || path.startsWith(`${one.path}/`))) {
    const whole = await shareableCollection(workspace, entry.path)
    const part = whole.ok ? folderAsCollection(whole.value, entry, path) : null
    if (!whole.ok) return whole
    if (part !== null) return ok(part)
  }
  // Nothing is there, which the failure says.
  return shareableCollection(workspace, path)
}

async function write(
  collection: Collection,
  format: ExportFormat,
  ports: CodePorts,
): Promise<Result<Written, WorkspaceFailure>> {
  switch (format) {
    case 'openCollection': {
      const text = await bundledText(collection)
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

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function lossSentence({ path, subject }: ExportLoss): string {
  return `${path.join(' / ')}: no place for ${subject}.`
}

function unreadableSentence({ path, sentence }: ShareableCollection['unreadable'][number]): string {
  return `${path}: ${sentence}`
}

/** Returns the name of an exported file, without its ending. */
export function exportedFileName(name: string): string {
  const plain = name.replace(/[\p{C}<>:"/\\|?*]+/gu, '-')
  const isUnwanted = (character: string) => '.-'.includes(character) || isWhiteSpace(character)
  return trimWhere(plain, isUnwanted).slice(0, 100) || 'unnamed'
}

/** Returns the files with service definitions that a collection names: they are beside it, and in no export. */
function filesBeside(collection: Collection): readonly string[] {
  const paths = new Set(collection.protobuf.protoFilePaths)
  const visit = ({ items }: Collection | Folder) => {
    for (const item of items) {
      if (item.kind === 'folder') visit(item)
      else if ('protoFilePath' in item) paths.add(item.protoFilePath).add(item.options.descriptorSetPath)
    }
  }
  visit(collection)
  paths.delete('')
  return [...paths]
}
