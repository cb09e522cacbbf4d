import { failed, ok, type Result } from '@parley/model'
import { importBruno } from './bruno/import-bruno.ts'
import type { FolderFile } from './folder-file.ts'
import { type ImportedDocument, importDocument } from './import-document.ts'
import type { ImportFormat } from './import-format.ts'
import { ImportLog } from './import-log.ts'
import type { Imported, ImportFailure, ImportResult } from './imported.ts'
import { importOpenCollectionFolder } from './open-collection/import-open-collection-folder.ts'
import { workspacesIn } from './open-collection/import-workspace.ts'
import { bundleReferences } from './openapi/bundle-references.ts'
import { importPostmanV3, importPostmanV3Variables } from './postman-v3/import-postman-v3.ts'
import { v3Roots, v3VariablesKind } from './postman-v3/v3-names.ts'
import { withProtoFiles } from './proto-files.ts'
import { importThunderFolder, isThunderFile, thunderRoots } from './thunder-client/import-thunder-folder.ts'
import { importWsdlOfFolder } from './wsdl/import-wsdl.ts'

/** The result of one file, or of one collection folder. */
export interface ImportedPart extends ImportedDocument {
  /** The path of the file or folder; empty if the source itself is the folder. */
  readonly sourcePath: string
  /** The unchanged file; null for a folder. */
  readonly document: Uint8Array | null
}

/** A file that could not be imported. */
export interface RefusedFile {
  readonly path: string
  readonly failure: ImportFailure
}

/** The result of several files. */
export interface FilesImport {
  readonly parts: readonly ImportedPart[]
  readonly refused: readonly RefusedFile[]
}

/** The progress of an import. */
export interface FilesProgress {
  readonly doneFiles: number
  readonly requests: number
}

/** The collection folder formats, and the folders that hold such a collection. */
const folderFormats: readonly {
  readonly format: ImportFormat
  rootsIn(paths: readonly string[]): readonly string[]
  /** Whether a file belongs to the collection, by its path in the folder; absent: all do. */
  takes?(path: string): boolean
  read(files: readonly FolderFile[], folderName: string, log: ImportLog): ImportResult
}[] = [
  { format: 'thunderClient', rootsIn: thunderRoots, takes: isThunderFile, read: importThunderFolder },
  {
    format: 'openCollection',
    rootsIn: paths => rootsOf(paths, /(?:^|\/)opencollection\.ya?ml$/),
    read: (files, _, log) => importBundle(files, log) ?? importOpenCollectionFolder(files, log),
  },
  {
    format: 'bruno',
    rootsIn: paths => rootsOf(paths, /(?:^|\/)(?:bruno\.json|collection\.bru)$/),
    read: (files, _, log) => importBundle(files, log) ?? importBruno(files, log),
  },
  {
    format: 'bruno',
    rootsIn: paths => rootsOf(paths, /\.bru$/),
    read: (files, _, log) => importBruno(files, log),
  },
  { format: 'postman', rootsIn: v3Roots, read: importPostmanV3 },
]

/**
 * Imports the files of a folder or archive, or a single file: each collection folder as a whole, each other
 * file separately. A file that cannot be imported is reported and does not affect the others.
 * @param onProgress called after each file and each request
 * @param folderName of the folder itself; a collection may have no other name
 */
export function importFiles(
  files: readonly FolderFile[],
  onProgress: (progress: FilesProgress) => void = () => {},
  folderName = '',
): FilesImport {
  const parts: ImportedPart[] = []
  const refused: RefusedFile[] = []
  const take = (
    path: string,
    document: Uint8Array | null,
    result: Result<ImportedDocument, ImportFailure>,
  ) => {
    if (result.ok) parts.push({ ...result.value, sourcePath: path, document })
    else refused.push({ path, failure: result.failure })
  }
  let [doneFiles, requests] = [0, 0]
  const newLog = () =>
    new ImportLog(number => {
      requests += number
      onProgress({ doneFiles, requests })
    })
  let left = files
  for (const workspace of workspacesIn(left)) {
    const value = { ...workspace.read(newLog()), format: 'openCollection' } as const
    left = left.filter(file => !workspace.files.has(file))
    const isAll = left.length === 0 && parts.length === 0
    take(workspace.path, null, isAll && isEmpty(value) ? failed({ code: 'EMPTY', subject: '' }) : ok(value))
  }
  for (const { format, rootsIn, takes, read } of folderFormats) {
    for (const root of rootsIn(left.map(({ path }) => path))) {
      const pathIn = (path: string) => (root === '' ? path : path.slice(root.length + 1))
      const isTaken = ({ path }: FolderFile) => isBelow(path, root) && (takes?.(pathIn(path)) ?? true)
      const below = left.filter(isTaken).map(file => ({ ...file, path: pathIn(file.path) }))
      left = left.filter(file => !isTaken(file))
      const result = read(below, root === '' ? folderName : (root.split('/').at(-1) ?? ''), newLog())
      take(
        root,
        null,
        result.ok ? { ok: true, value: { ...withProtoFiles(result.value, below), format } } : result,
      )
    }
  }
  const byPath = new Map(left.map(file => [file.path, file]))
  const used = new Set<string>()
  for (const [index, file] of left.entries()) {
    doneFiles = files.length - left.length + index
    onProgress({ doneFiles, requests })
    const { document, result } = importSingleFile(file, byPath, used, newLog())
    take(file.path, document, result)
  }
  // A file that is part of another document was imported with that document.
  return { parts, refused: refused.filter(({ path }) => !used.has(path)) }
}

/**
 * Imports a file that belongs to no collection folder.
 * @param used takes the paths of files that are part of the document
 */
function importSingleFile(
  file: FolderFile,
  byPath: ReadonlyMap<string, FolderFile>,
  used: Set<string>,
  log: ImportLog,
): { readonly document: Uint8Array | null; readonly result: Result<ImportedDocument, ImportFailure> } {
  if (v3VariablesKind(file.path) !== null) {
    const result = importPostmanV3Variables(file, log)
    return { document: null, result: result.ok ? ok({ ...result.value, format: 'postman' }) : result }
  }
  const service = importWsdlOfFolder(file, byPath, used, log)
  if (service !== null) return { document: file.bytes, result: ok({ ...service, format: 'wsdl' }) }
  const bundle = bundleReferences(file, byPath)
  for (const path of bundle?.usedPaths ?? []) used.add(path)
  const document = bundle?.bytes ?? file.bytes
  return { document, result: importDocument(document, log, { fileName: file.path }) }
}

/** Imports a single file that holds a whole collection, whatever its name; null for several files. */
function importBundle(files: readonly FolderFile[], log: ImportLog): ImportResult | null {
  const [file, ...others] = files
  return file === undefined || others.length > 0 || file.path.endsWith('.bru')
    ? null
    : importDocument(file.bytes, log)
}

function isEmpty({ collections, environments, workspaceVariables, report }: Imported): boolean {
  return collections.length + environments.length + workspaceVariables.length + report.losses.length === 0
}

/** Returns the outermost folders that contain a file with this name. */
function rootsOf(paths: readonly string[], mark: RegExp): readonly string[] {
  const folders = paths.flatMap(path =>
    mark.test(path) ? [path.slice(0, Math.max(0, path.lastIndexOf('/')))] : [],
  )
  const sorted = [...new Set(folders)].sort((one, other) => one.length - other.length)
  const roots: string[] = []
  for (const folder of sorted) if (!roots.some(root => isBelow(`${folder}/`, root))) roots.push(folder)
  return roots
}

function isBelow(path: string, root: string): boolean {
  return root === '' || path.startsWith(`${root}/`)
}
