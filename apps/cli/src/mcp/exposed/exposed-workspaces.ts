import { basename, resolve } from 'node:path'
import type { WithheldValue } from '@parley/engine'
import { typedSecrets } from '@parley/workspace'
import type { Io } from '../../io/io.ts'
import { quotedNames } from '../../output/one-line.ts'
import { RunSourceError } from '../../run/run-source.ts'
import { type ExposedRequest, ExposedWorkspace, type ListedEntry } from './exposed-workspace.ts'

/** All workspaces that agents may use. */
export class ExposedWorkspaces {
  readonly all: readonly ExposedWorkspace[]

  private constructor(all: readonly ExposedWorkspace[]) {
    this.all = all
  }

  /**
   * @param collections - the names of the collections to expose; empty: all
   * @throws RunSourceError with a sentence that says what is wrong
   */
  static async open(
    folders: readonly string[],
    collections: readonly string[],
    environment: string | undefined,
    io: Pick<Io, 'cwd'>,
  ): Promise<ExposedWorkspaces> {
    const names = folders.map(folder => basename(resolve(io.cwd, folder)))
    const prefixOf = (at: number) => {
      if (folders.length === 1) return ''
      const same = names.slice(0, at).filter(name => name === names[at]).length
      return same === 0 ? `${names[at]}/` : `${names[at]} (${same + 1})/`
    }
    const chosen = collections.length === 0 ? null : new Set(collections)
    const all: ExposedWorkspace[] = []
    for (const [at, folder] of folders.entries())
      all.push(await ExposedWorkspace.open(folder, prefixOf(at), chosen, io))
    refuseUnknown(
      '--collections',
      collections,
      all.flatMap(one => one.collectionNames()),
    )
    refuseUnknown(
      '--env',
      environment === undefined ? [] : [environment],
      all.flatMap(one => one.environmentNames()),
    )
    return new ExposedWorkspaces(all)
  }

  async refresh(): Promise<void> {
    for (const one of this.all) await one.refresh()
  }

  /** Returns the requests in the order of the trees, each with its workspace. */
  entries(): readonly (readonly [ExposedWorkspace, ListedEntry])[] {
    return this.all.flatMap(workspace => workspace.entries().map(entry => [workspace, entry] as const))
  }

  close(): void {
    for (const one of this.all) one.close()
  }

  /** Returns the request with this path as it is now; null if there is none that agents may use. */
  async find(path: string): Promise<ExposedRequest | null> {
    await this.refresh()
    const found = this.#entryAt(path)
    // Around the path, as the tree has it, so that no path leads out of it.
    if (found === undefined) await this.refreshAll()
    else await found[0].refreshAround(found[1].entry.path)
    const [workspace, entry] = this.#entryAt(path) ?? []
    return entry === undefined ? null : ((await workspace?.read(entry)) ?? null)
  }

  /** Returns the values that were typed into secret fields of a request, which its file then contains. */
  async typedSecrets({ workspace, entry }: ExposedRequest): Promise<readonly WithheldValue[]> {
    const item = (await workspace.item(entry.path))?.entity
    return item === undefined || !('url' in item) ? [] : typedSecrets(item)
  }

  #entryAt(path: string) {
    return this.entries().find(([, entry]) => entry.path === path)
  }

  /** Reads all folders again, for what must not rely on reports of changes. */
  async refreshAll(): Promise<void> {
    for (const one of this.all) await one.refreshAll()
  }
}

function refuseUnknown(option: string, typed: readonly string[], known: readonly string[]): void {
  const unknown = typed.find(name => !known.includes(name))
  if (unknown === undefined) return
  const names = quotedNames([...new Set(known)])
  throw new RunSourceError(
    `Nothing is called “${unknown}” (${option}). ${names === '' ? 'There are none.' : `Choose from: ${names}.`}`,
  )
}
