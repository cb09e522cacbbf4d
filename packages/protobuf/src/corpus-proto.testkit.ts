import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ok } from '@parley/model'
import type { ProtoSources } from './compile/compile-files.ts'

const corpus = fileURLToPath(new URL('../../../../shared/corpus/proto-live/', import.meta.url))

/** Whether the corpus is next to the repository. */
export const isCorpusPresent = existsSync(`${corpus}IMPORT-ROOTS.tsv`)

/** A folder in which imports are searched. */
export interface ImportRoot {
  readonly folder: string
  /** Only imports that begin with it are searched there, without it. */
  readonly prefix: string
}

/** A file of the corpus, as its first import root names it. */
export interface CorpusFile {
  readonly repository: string
  readonly path: string
  readonly roots: readonly ImportRoot[]
}

/** The files of the corpus that an import root without a prefix can name. */
export const corpusFiles: readonly CorpusFile[] = isCorpusPresent ? readCorpus() : []

function rowsOf(table: string): readonly (readonly string[])[] {
  const [, ...rows] = readFileSync(`${corpus}${table}`, 'utf8').trimEnd().split('\n')
  return rows.map(row => row.split('\t'))
}

function readCorpus(): readonly CorpusFile[] {
  const roots = new Map<string, ImportRoot[]>()
  for (const [repository = '', root = '', prefix = ''] of rowsOf('IMPORT-ROOTS.tsv')) {
    const list = roots.get(repository) ?? []
    list.push({ folder: join(corpus, folderOf(repository), root), prefix })
    roots.set(repository, list)
  }
  return [...roots].flatMap(([repository, folders]) => {
    const base = join(corpus, folderOf(repository))
    return globSync('**/*.proto', { cwd: base })
      .sort()
      .flatMap(file => {
        const path = nameOf(join(base, file), folders)
        return path === null ? [] : [{ repository, path, roots: folders }]
      })
  })
}

/** Returns the name that imports give a file; null if they cannot name it. */
function nameOf(file: string, roots: readonly ImportRoot[]): string | null {
  const root = roots.find(({ folder, prefix }) => prefix === '' && file.startsWith(join(folder, '/')))
  return root === undefined ? null : file.slice(join(root.folder, '/').length)
}

function folderOf(repository: string): string {
  return repository.replace('/', '+')
}

/** Reads imports from the folders of a repository, as `protoc -I` does. */
export function sourcesOf(roots: readonly ImportRoot[]): ProtoSources {
  return {
    read: async path => {
      const folder = roots.find(
        ({ folder, prefix }) =>
          path.startsWith(prefix) && existsSync(join(folder, path.slice(prefix.length))),
      )
      return ok(
        folder === undefined
          ? null
          : readFileSync(join(folder.folder, path.slice(folder.prefix.length)), 'utf8'),
      )
    },
  }
}

/** Returns a folder for `protoc -I`, which knows no prefixes: a link in `folder` has the name of the prefix. */
export function linkedFolder(root: ImportRoot, folder: string): string {
  if (root.prefix === '') return root.folder
  const base = join(folder, root.prefix.replaceAll('/', '_'))
  const link = join(base, root.prefix.replace(/\/$/, ''))
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(root.folder, link)
  return base
}
