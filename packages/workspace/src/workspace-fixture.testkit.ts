import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type FileSystem, nodeFiles } from '@parley/files'
import { newHttpRequest, type Result } from '@parley/model'
import { memoryFolder } from '@parley/testkit'
import { writeDocument } from './documents/document.ts'
import { itemFormat } from './documents/document-format.ts'
import type { IdentityChanges, IdentityEntry, IdentityStore } from './identity/identity-store.ts'
import type { Intent } from './identity/intent.ts'
import { openWorkspace } from './open-workspace.ts'
import type { SecretStore } from './secrets/secret-store.ts'
import type { TreeItem, WorkspaceTree } from './tree/workspace-tree.ts'
import type { Workspace } from './workspace.ts'

/** A workspace in its own folder, with ports in memory. */
export class WorkspaceFixture {
  readonly parent = mkdtempSync(join(memoryFolder, 'workspace-test-'))
  readonly folder = join(this.parent, 'shop')
  readonly trashFolder = join(this.parent, 'trash')
  readonly secrets = new Map<string, ReadonlyMap<string, string>>()
  identityEntries: readonly IdentityEntry[] = []
  intents: readonly Intent[] = []
  checkedFolders: ReadonlyMap<string, string> = new Map()
  areSecretsLocked = false
  nowMs: number | null = null

  constructor() {
    mkdirSync(this.folder)
  }

  readonly secretStore: SecretStore = {
    read: async id => {
      if (this.areSecretsLocked) throw new Error('locked')
      return this.secrets.get(id) ?? new Map()
    },
    write: async (id, values) => {
      if (this.areSecretsLocked) throw new Error('locked')
      this.secrets.set(id, new Map(values))
    },
  }

  readonly identityStore: IdentityStore = {
    load: async () => ({ entries: this.identityEntries, intents: this.intents }),
    write: async changes => this.writeIdentities(changes),
  }

  writeIdentities({ put, drop, begun, settled }: IdentityChanges): void {
    const replaced = new Set([...put.map(one => one.id), ...drop])
    this.identityEntries = [...this.identityEntries.filter(one => !replaced.has(one.id)), ...put]
    this.intents = [...this.intents.filter(one => !settled.includes(one.intentId)), ...begun]
  }

  async open(files: FileSystem = nodeFiles): Promise<Workspace> {
    const host = {
      files,
      secrets: this.secretStore,
      identities: this.identityStore,
      checkedFolders: {
        load: async () => this.checkedFolders,
        write: async (folders: ReadonlyMap<string, string>) => {
          this.checkedFolders = folders
        },
      },
      trashFolder: this.trashFolder,
      now: () => this.nowMs ?? Date.now(),
    }
    return unwrap(await openWorkspace(host, this.folder))
  }

  write(path: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  /** Writes a collection with two requests and a folder with one. */
  writeSample(): void {
    this.write('workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n  type: workspace\n')
    this.write('environments/local.yml', 'name: Local\nvariables:\n  - name: apiKey\n    secret: true\n')
    this.write('books/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Books\n')
    this.write('books/list.yml', requestText('List', 1))
    this.write('books/add.yml', requestText('Add', 2, 'POST'))
    this.write('books/old/folder.yml', 'info:\n  name: Old\n  type: folder\n  seq: 1\n')
    this.write('books/old/get.yml', requestText('Get', 1))
  }

  /** Returns the paths of all files below a folder, except those of a version control system. */
  paths(folder = this.folder): readonly string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .toSorted()
  }

  remove(): void {
    rmSync(this.parent, { recursive: true, force: true })
  }
}

/** Returns the text of a request's file. */
export function requestText(name: string, sequence: number, method = 'GET'): string {
  const request = newHttpRequest({ name, sequence, method, url: `https://shop.test/${name}` })
  return unwrap(writeDocument(request, itemFormat, null))
}

/** Returns the value; throws the failure if there is none. */
export function unwrap<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

/** Returns the tree as lines of text. */
export function outline(tree: WorkspaceTree): readonly string[] {
  const below = (items: readonly TreeItem[], indent: string): readonly string[] =>
    items.flatMap(item => [
      `${indent}${item.kind === 'request' ? `${item.method} ` : ''}${item.name}${item.damage ? ` !${item.damage.code}` : ''}`,
      ...(item.kind === 'folder' ? below(item.items, `${indent}  `) : []),
    ])
  return tree.collections.flatMap(one => [one.name, ...below(one.items, '  ')])
}
