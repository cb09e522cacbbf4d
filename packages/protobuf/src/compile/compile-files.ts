import type { FileDescriptorProto } from '@bufbuild/protobuf/wkt'
import type { Result } from '@parley/model'
import { checkFile } from './check-file.ts'
import { interpretOptions } from './interpret-options.ts'
import { linkFile } from './link-file.ts'
import { parseFile } from './parse-file.ts'
import type { ParsedFile } from './parsed-file.ts'
import type { ProtoProblem } from './proto-problem.ts'
import { Symbols } from './symbols.ts'
import { wellKnownFiles } from './well-known-files.ts'

/** Where the texts of `.proto` files come from. */
export interface ProtoSources {
  /** Returns the text of a file that an import names; null if no import path has it; or a sentence that says why it cannot be read. */
  read(path: string): Promise<Result<string | null, string>>
}

export interface CompiledFiles {
  /** The files that were asked for, and all that they import, imported ones first. */
  readonly files: readonly FileDescriptorProto[]
  /** With any of them the files cannot be used. */
  readonly problems: readonly ProtoProblem[]
  /** Options that are not known. */
  readonly warnings: readonly ProtoProblem[]
}

/** More than the largest public collections have. */
const limits = { files: 20_000, fileCharacters: 10_000_000, allCharacters: 100_000_000 } as const

/** Compiles `.proto` files, which are named as imports name them. */
export async function compileFiles(paths: readonly string[], sources: ProtoSources): Promise<CompiledFiles> {
  const loaded = await loadFiles(paths, sources)
  if (loaded.problems.length > 0) return { files: [], problems: loaded.problems, warnings: [] }
  const { parsed, ordered } = loaded
  const symbols = new Symbols()
  const problems: ProtoProblem[] = []
  for (const file of ordered) {
    const source = parsed.get(file.name)
    symbols.add(file, (fullName, first, again) => {
      if (source === undefined) return
      const message = `${fullName} is already declared in ${first.file}.`
      problems.push(source.source.problemAt(source.nameOffsets.get(again.proto) ?? 0, message))
    })
  }
  for (const { proto, source, typeOffsets } of parsed.values())
    linkFile(proto, symbols, (declaration, place, name) => {
      const offset = typeOffsets.get(declaration)?.[place] ?? 0
      problems.push(
        source.problemAt(offset, `The type ${name} was not found. Import the file that declares it.`),
      )
    })
  for (const file of parsed.values()) problems.push(...checkFile(file, symbols))
  if (problems.length > 0) return { files: [], problems, warnings: [] }
  return { files: ordered, problems, warnings: interpretOptions([...parsed.values()], ordered, symbols) }
}

interface LoadedFiles {
  readonly parsed: ReadonlyMap<string, ParsedFile>
  /** Imported files first. */
  readonly ordered: readonly FileDescriptorProto[]
  readonly problems: readonly ProtoProblem[]
}

interface Import {
  readonly path: string
  readonly importer: { readonly file: ParsedFile; readonly offset: number } | null
}

async function loadFiles(paths: readonly string[], sources: ProtoSources): Promise<LoadedFiles> {
  const parsed = new Map<string, ParsedFile>()
  const files = new Map<string, FileDescriptorProto>()
  const problems: ProtoProblem[] = []
  const pending: Import[] = paths.map(path => ({ path, importer: null }))
  let characters = 0
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    if (files.has(next.path) || parsed.has(next.path)) continue
    const read = await readText(next.path, sources)
    if ('known' in read) {
      for (const file of read.known) files.set(file.name, file)
      continue
    }
    characters += read.text?.length ?? 0
    const refusal =
      read.refusal ??
      (parsed.size >= limits.files ? `More than ${limits.files} files are imported.` : null) ??
      (characters > limits.allCharacters ? 'Together, the files are larger than 100 MB.' : null)
    if (refusal !== null) {
      problems.push(problemOfImport(next, refusal))
      if (parsed.size >= limits.files || characters > limits.allCharacters) break
      continue
    }
    const file = parseFile(next.path, read.text ?? '')
    if (!file.ok) {
      problems.push(file.failure)
      continue
    }
    parsed.set(next.path, file.value)
    files.set(next.path, file.value.proto)
    for (const { path, offset } of file.value.imports)
      pending.push({ path, importer: { file: file.value, offset } })
  }
  if (problems.length > 0) return { parsed, ordered: [], problems }
  return { parsed, ...inOrder(files, parsed) }
}

type ReadText =
  | { readonly known: readonly FileDescriptorProto[] }
  | { readonly text: string | null; readonly refusal: string | null }

/** A file of the user takes the place of a built-in one. */
async function readText(path: string, sources: ProtoSources): Promise<ReadText> {
  const read = await sources.read(path)
  if (!read.ok) return { text: null, refusal: read.failure }
  if (read.value === null) {
    const known = wellKnownFiles(path)
    return known === null ? { text: null, refusal: `The file ${path} was not found.` } : { known }
  }
  const isTooLong = read.value.length > limits.fileCharacters
  return { text: read.value, refusal: isTooLong ? `The file ${path} is larger than 10 MB.` : null }
}

function problemOfImport({ path, importer }: Import, message: string): ProtoProblem {
  if (importer === null) return { file: path, line: 0, column: 0, message }
  return importer.file.source.problemAt(importer.offset, message)
}

/** Returns the files with imported ones first. Files that import each other are a problem. */
function inOrder(
  files: ReadonlyMap<string, FileDescriptorProto>,
  parsed: ReadonlyMap<string, ParsedFile>,
): Pick<LoadedFiles, 'ordered' | 'problems'> {
  const ordered: FileDescriptorProto[] = []
  const problems: ProtoProblem[] = []
  const state = new Map<string, 'open' | 'done'>()
  for (const root of files.keys()) {
    // A list instead of recursion, as a chain of imports may be thousands of files long.
    const stack = [{ name: root, next: 0 }]
    while (stack.length > 0) {
      const top = stack.at(-1)
      const file = files.get(top?.name ?? '')
      if (top === undefined || file === undefined || state.get(file.name) === 'done') {
        stack.pop()
        continue
      }
      state.set(file.name, 'open')
      const dependency = file.dependency[top.next]
      top.next += 1
      if (dependency === undefined) {
        ordered.push(file)
        state.set(file.name, 'done')
        stack.pop()
      } else if (state.get(dependency) === 'open') {
        problems.push(cycleProblem(file, dependency, parsed))
      } else if (state.get(dependency) !== 'done') {
        stack.push({ name: dependency, next: 0 })
      }
    }
  }
  return { ordered, problems }
}

function cycleProblem(
  file: FileDescriptorProto,
  dependency: string,
  parsed: ReadonlyMap<string, ParsedFile>,
): ProtoProblem {
  const source = parsed.get(file.name)
  const message = `${file.name} and ${dependency} import each other.`
  const offset = source?.imports.find(({ path }) => path === dependency)?.offset ?? 0
  return source?.source.problemAt(offset, message) ?? { file: file.name, line: 0, column: 0, message }
}
