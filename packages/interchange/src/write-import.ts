import {
  type ContainerSecrets,
  decodeImportedText,
  type ImportedSecret,
  takeContainerSecrets,
  withEventStreams,
} from '@parley/convert'
import { type Collection, type Environment, failed, ok, type Result, type Variable } from '@parley/model'
import type { Globals, Workspace, WorkspaceFailure } from '@parley/workspace'
import { addVariables, globalVariables, type VariablesFile, workspaceVariables } from './add-variables.ts'
import type { ReadImport, ReadPart } from './read-import.ts'
import { reportFileName, reportMarkdown } from './report/report-markdown.ts'
import {
  applyUpdate,
  type CollectionUpdate,
  findUpdate,
  keptDocumentPath,
} from './update/update-collection.ts'

/** The updates of an import, by the part that contains each. */
export type ImportUpdates = ReadonlyMap<ReadPart, CollectionUpdate>

/** The result of writing an import into a workspace. */
export interface WrittenImport {
  readonly collections: readonly WrittenCollection[]
  /** Collections that came from an earlier version of the same document. */
  readonly updated: readonly { readonly name: string; readonly path: string }[]
  /** The names of the added global variables. */
  readonly globals: readonly string[]
  /** The names of the added workspace variables: those of an imported workspace, and secrets of new requests. */
  readonly workspaceVariables: readonly string[]
  /** The environments that belong to no collection, with their paths. */
  readonly environments: readonly { readonly name: string; readonly path: string }[]
  readonly notWritten: readonly { readonly place: readonly string[]; readonly sentence: string }[]
}

export interface WrittenCollection {
  readonly name: string
  /** The path in the workspace. */
  readonly path: string
  /** The path of the report if it lists what Parley cannot represent; otherwise null. */
  readonly reportPath: string | null
}

/** The name of the environment for global variables if they cannot be added to this machine's. */
const globalsName = 'Globals'

/** The targets of an import besides its collections. */
export interface ImportTarget {
  /** Updates that replace adding the collections of their parts. */
  readonly updates?: ImportUpdates
  /** The globals to add to; null: global variables become an environment. */
  readonly globals?: Globals | null
  /** Whether requests for event streams become requests of the kind Server-Sent Events. */
  readonly eventStreams?: boolean
}

/** Finds the parts of an import that are new versions of documents from which collections were imported. */
export async function findUpdates(
  workspace: Workspace,
  { parts }: Pick<ReadImport, 'parts'>,
): Promise<ImportUpdates> {
  const updates = new Map<ReadPart, CollectionUpdate>()
  for (const part of parts) {
    const [collection] = part.collections
    if (collection === undefined || part.document === null) continue
    const update = await findUpdate(workspace, collection, decodeImportedText(part.document))
    if (update !== null) updates.set(part, update)
  }
  return updates
}

/**
 * Writes an import into a workspace, each collection completely or not at all. Fails only if nothing could be
 * written; other failures are reported.
 */
export async function writeImport(
  workspace: Workspace,
  { parts }: Pick<ReadImport, 'parts'>,
  { updates = new Map(), globals = null, eventStreams = false }: ImportTarget = {},
): Promise<Result<WrittenImport, WorkspaceFailure>> {
  const writing = new ImportWriting(workspace, globals)
  for (const part of parts) {
    const update = updates.get(part)
    if (update === undefined) await writing.add(part, eventStreams)
    else await writing.update(update)
  }
  return writing.result()
}

/** An import that is being written, with what was written so far. */
class ImportWriting {
  readonly #workspace: Workspace
  readonly #globals: Globals | null
  readonly #collections: WrittenCollection[] = []
  readonly #updated: { name: string; path: string }[] = []
  readonly #environments: { name: string; path: string }[] = []
  readonly #addedGlobals: string[] = []
  readonly #addedToWorkspace: string[] = []
  readonly #notWritten: { place: readonly string[]; sentence: string }[] = []
  #firstFailure: WorkspaceFailure | null = null

  constructor(workspace: Workspace, globals: Globals | null) {
    this.#workspace = workspace
    this.#globals = globals
  }

  async update(update: CollectionUpdate): Promise<void> {
    const { name, path } = update
    const done = await applyUpdate(this.#workspace, update)
    if (!done.ok) return this.#fail([name], done.failure)
    this.#updated.push({ name, path })
    for (const sentence of done.value) this.#notWritten.push({ place: [name], sentence })
  }

  async add(part: ReadPart, eventStreams: boolean): Promise<void> {
    const secrets = new SecretValues(part.secrets)
    const before = this.#collections.length
    await this.#addCollections(part, secrets, eventStreams)
    const globals = this.#globals
    if (globals !== null)
      this.#addedGlobals.push(
        ...(await this.#addVariables(globalVariables(globals), 'global', part.globals, secrets)),
      )
    if (this.#collections.length > before || part.collections.length === 0)
      this.#addedToWorkspace.push(
        ...(await this.#addVariables(
          workspaceVariables(this.#workspace),
          'workspace',
          part.workspaceVariables,
          secrets,
        )),
      )
    for (const environment of [...part.environments, ...(globals === null ? globalsOf(part) : [])]) {
      const made = await this.#workspace.commands.createEnvironment('', environment, secrets.of(environment))
      if (made.ok) this.#environments.push({ name: environment.name, path: made.value })
      else this.#fail([environment.name], made.failure)
    }
  }

  result(): Result<WrittenImport, WorkspaceFailure> {
    const written = {
      collections: this.#collections,
      updated: this.#updated,
      environments: this.#environments,
      globals: this.#addedGlobals,
      workspaceVariables: this.#addedToWorkspace,
    }
    const isNothing = Object.values(written).every(({ length }) => length === 0)
    if (this.#firstFailure !== null && isNothing) return failed(this.#firstFailure)
    return ok({ ...written, notWritten: this.#notWritten })
  }

  #fail(place: readonly string[], failure: WorkspaceFailure): void {
    this.#firstFailure ??= failure
    this.#notWritten.push({ place, sentence: failure.sentence })
  }

  async #addCollections(part: ReadPart, secrets: SecretValues, eventStreams: boolean): Promise<void> {
    const report = reportMarkdown(part.summary)
    const { losses, unsupportedCalls } = part.summary
    const isLossy = losses.length + unsupportedCalls.length > 0
    for (const [index, collection] of part.collections.entries()) {
      const shown = eventStreams ? withEventStreams(collection) : collection
      const added = await this.#workspace.commands.addCollection({
        collection: shown,
        containerSecrets: secrets.ofContainers(shown),
        secretVariables: collection.environments.map(one => secrets.of(one)),
        notes: [...notesOf(part, report), ...part.files.filter(one => one.collectionIndex === index)],
      })
      if (!added.ok) {
        this.#fail([collection.name], added.failure)
        continue
      }
      const { path, leftOut } = added.value
      const reportPath = isLossy ? `${path}/${reportFileName}` : null
      this.#collections.push({ name: collection.name, path, reportPath })
      for (const { names, damage } of leftOut)
        this.#notWritten.push({ place: names, sentence: damage.sentence })
    }
  }

  /** Returns the names of those that were added. */
  async #addVariables(
    file: VariablesFile,
    scope: ImportedSecret['scope'],
    variables: readonly Variable[],
    secrets: SecretValues,
  ): Promise<readonly string[]> {
    if (variables.length === 0) return []
    const place = [scope === 'global' ? globalsName : 'Variables of the workspace']
    const done = await addVariables(file, variables, secrets.ofScope(scope, variables))
    if (!done.ok) {
      this.#fail(place, done.failure)
      return []
    }
    for (const sentence of done.value.kept) this.#notWritten.push({ place, sentence })
    return done.value.names
  }
}

function notesOf({ document }: ReadPart, report: string | null) {
  return [
    ...(report === null ? [] : [{ path: reportFileName, text: report }]),
    ...(document === null ? [] : [{ path: keptDocumentPath, text: decodeImportedText(document) }]),
  ]
}

function globalsOf({ globals }: ReadPart): readonly Environment[] {
  if (globals.length === 0) return []
  const fields = { color: '', clientCertificates: [], extendsName: '', dotEnvFilePath: '' }
  return [{ ...fields, name: globalsName, variables: globals }]
}

/** The values of secret variables, each given to the first owner that has the variable. */
class SecretValues {
  readonly #left: ImportedSecret[]

  constructor(secrets: readonly ImportedSecret[]) {
    this.#left = [...secrets]
  }

  ofScope(scope: ImportedSecret['scope'], variables: readonly Variable[]): ReadonlyMap<string, string> {
    return this.#taken(variables, one => one.scope === scope)
  }

  of({ name, variables }: Environment): ReadonlyMap<string, string> {
    return this.#taken(variables, one =>
      one.scope === 'environment' ? one.path.at(-1) === name : one.scope === 'global' && name === globalsName,
    )
  }

  ofContainers(collection: Collection): ContainerSecrets {
    return takeContainerSecrets(collection, this.#left)
  }

  #taken(
    variables: readonly Variable[],
    isOfIt: (secret: ImportedSecret) => boolean,
  ): ReadonlyMap<string, string> {
    const values = new Map<string, string>()
    for (const variable of variables) {
      if (!variable.secret) continue
      const index = this.#left.findIndex(one => one.name === variable.name && isOfIt(one))
      const [found] = index < 0 ? [] : this.#left.splice(index, 1)
      if (found !== undefined) values.set(variable.name, found.value)
    }
    return values
  }
}
