import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importCurl, importFiles } from '@parley/convert'
import { type Collection, type Folder, type HttpRequest, type Item, newHttpRequest } from '@parley/model'

/** A request from a file of another client, with its ancestors. */
export interface FoundRequest {
  /** A name that includes the source. */
  readonly name: string
  readonly request: HttpRequest
  /** The outermost ancestor first. */
  readonly ancestors: readonly (Collection | Folder)[]
}

const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))
const golden = fileURLToPath(new URL('../../convert/golden', import.meta.url))

/** Requests for the parts of a URL that libraries often change. */
export const urlRequests: readonly FoundRequest[] = [
  '/a/../b/./c',
  '/a//b/%2F/%2f;c=1',
  "/it's?q='x'",
  '/[a]?q=[1]&r={2}',
  '/a?q=%zz&r=%',
  '/a?b=1+1&c&=&d=#f',
  '/é?ü=書 🦜',
  '?',
  '/~*!$&(),:@|^`\\',
].map(path => ({ name: path, request: newHttpRequest({ url: `http://a.test${path}` }), ancestors: [] }))

/** A file, or a folder that is one collection. */
export interface RequestSource {
  readonly name: string
  read(): readonly FoundRequest[]
}

/** Returns the golden folders. */
export function goldenSources(): readonly RequestSource[] {
  return sourcesBelow(golden)
}

/** Returns the files and collections of the corpus; none if it is not next to the repository. */
export function corpusSources(): readonly RequestSource[] {
  return existsSync(corpus) ? sourcesBelow(corpus) : []
}

/** Returns the distinct requests of sources. */
export function foundRequests(sources: readonly RequestSource[]): readonly FoundRequest[] {
  const byContent = new Map(sources.flatMap(source => source.read()).map(one => [contentOf(one), one]))
  return [...byContent.values()]
}

function sourcesBelow(root: string): readonly RequestSource[] {
  const collections = globSync('**/{bruno.json,opencollection.yml}', { cwd: root }).map(path => dirname(path))
  const isInCollection = (path: string) => collections.some(folder => path.startsWith(`${folder}/`))
  const documents = globSync('**/*.{json,yaml,yml,har,xml,wsdl}', { cwd: root })
  const commands = globSync('**/curl/**/*.txt', { cwd: root })
  return [
    ...collections.map(folder => ({
      name: folder,
      read: () => requestsOfFiles(join(root, folder), ['**/*']),
    })),
    ...documents
      .filter(path => !isInCollection(path))
      .map(path => ({
        name: path,
        read: () => requestsOfFiles(join(root, dirname(path)), [basename(path)]),
      })),
    ...commands.map(path => ({ name: path, read: () => requestsOfCommands(join(root, path)) })),
  ].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function requestsOfFiles(folder: string, patterns: readonly string[]): readonly FoundRequest[] {
  const files = globSync([...patterns], { cwd: folder, withFileTypes: true }).filter(one => one.isFile())
  const paths = files.map(one => join(one.parentPath, one.name)).sort()
  const { parts } = importFiles(
    paths.map(path => ({ path: path.slice(folder.length + 1), bytes: readFileSync(path) })),
  )
  return parts.flatMap(({ collections, sourcePath }) =>
    collections.flatMap(one => requestsIn(one.items, [one], `${basename(folder)}/${sourcePath}`)),
  )
}

function requestsIn(
  items: readonly Item[],
  ancestors: readonly (Collection | Folder)[],
  place: string,
): readonly FoundRequest[] {
  return items.flatMap(item => {
    if (item.kind === 'folder') return requestsIn(item.items, [...ancestors, item], `${place} / ${item.name}`)
    return item.kind === 'http' ? [{ name: `${place} / ${item.name}`, request: item, ancestors }] : []
  })
}

/** Parses the records below `### id` lines, or one command. */
function requestsOfCommands(path: string): readonly FoundRequest[] {
  return readFileSync(path, 'utf8')
    .split(/^### .*\n/m)
    .flatMap(command => importCurl(command).requests)
    .map(request => ({ name: basename(path), request, ancestors: [] }))
}

/** Returns what equal requests have in common: everything except names and documentation. */
function contentOf({ request, ancestors }: FoundRequest): string {
  const { method, url, pathParams, headers, cookies, body, auth } = request
  const inherited = ancestors.map(({ defaults }) => [defaults.headers, defaults.auth])
  return JSON.stringify([method, url, pathParams, headers, cookies, body, auth, inherited])
}
