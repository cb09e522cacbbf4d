import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type HttpBody, newHttpRequest, noScripts, writeItem } from '@parley/model'
import { expect, test } from 'vitest'
import type { useRunFixture } from './run-fixture.testkit.ts'

type Fixture = ReturnType<typeof useRunFixture>
export const canary = 'CANARY-of-the-user'
export const inside = 'from-inside'

/**
 * Every way to write a path, by where it leads. `S` in a path is the folder in which paths start, `E` one outside of
 * what is run, and `U` leads from `S` to the folder that contains all.
 */
const paths = {
  'a file beside': ['up.txt', true],
  'a file in a folder': ['data/up.txt', true],
  'a file by its whole path': ['S/up.txt', true],
  'a path that leaves and comes back': ['data/../up.txt', true],
  'a link to a file inside': ['good-link', true],
  'a folder link that stays inside': ['data-link/up.txt', true],
  'a whole path outside': ['E/id_rsa', false],
  'dots outside': ['U/elsewhere/id_rsa', false],
  'dots from a folder inside': ['data/../U/elsewhere/id_rsa', false],
  'a link outside': ['bad-link', false],
  'a folder link outside': ['bad-folder/id_rsa', false],
  'a link to a link outside': ['bad-link-2', false],
  'a name with a dot': ['.env', false],
  'a name with a dot in a folder': ['data/.env', false],
  'a folder with a dot': ['.ssh/id_rsa', false],
  'a link to a name with a dot': ['env-link', false],
  'a folder link to one with a dot': ['ssh-link/id_rsa', false],
  'a file that is not there, outside': ['E/gone', false],
} as const satisfies Readonly<Record<string, readonly [string, boolean]>>

/** Every part of a request that can name a file. */
const places: Readonly<Record<string, (path: string) => HttpBody>> = {
  'form row': path => ({
    type: 'multipart',
    parts: [{ kind: 'file', name: 'avatar', filePaths: [path], enabled: true }],
  }),
  'second file of a row': path => ({
    type: 'multipart',
    parts: [{ kind: 'file', name: 'avatar', filePaths: ['up.txt', path], enabled: true }],
  }),
  'binary body': path => ({
    type: 'file',
    files: [{ filePath: path, contentType: '', selected: true }],
  }),
}

/** Where the path comes from. */
const writers = ['typed', 'variable', 'script'] as const

/** Every path, in every part of a request, from every writer. */
export const allCases = Object.entries(paths).flatMap(([pathName, [path, isAllowed]]) =>
  Object.entries(places).flatMap(([placeName, place]) =>
    writers.map(writer => ({
      name: `${pathName}, ${placeName}, ${writer}`,
      path,
      isAllowed,
      place,
      isBinary: placeName === 'binary body',
      writer,
    })),
  ),
)

type Cases = typeof allCases

/** What is written where: the folder in which relative paths start. */
interface Start {
  readonly fixture: Fixture
  readonly start: string
}

function whole({ fixture, start }: Start, path: string): string {
  return path
    .replace(/^S(?=\/)/, fixture.path(start))
    .replace(/^E(?=\/)/, fixture.path('elsewhere'))
    .replace(/(?<=^|\/)U(?=\/)/, upFrom(start))
}

function upFrom(start: string): string {
  return start.replaceAll(/[^/]+/g, '..')
}

/** Creates a folder in which paths start, with the files that they name. */
export function writeFiles(fixture: Fixture, start = 's'): void {
  const inStart = (name: string) => fixture.path(`${start}/${name}`)
  for (const folder of [inStart('data'), inStart('.ssh'), fixture.path('elsewhere')])
    mkdirSync(folder, { recursive: true })
  for (const name of ['up.txt', 'data/up.txt']) writeFileSync(inStart(name), inside)
  for (const path of [...['.env', 'data/.env', '.ssh/id_rsa'].map(inStart), fixture.path('elsewhere/id_rsa')])
    writeFileSync(path, canary)
  const links = {
    'good-link': 'up.txt',
    'data-link': 'data',
    'bad-link': `${upFrom(start)}/elsewhere/id_rsa`,
    'bad-link-2': 'bad-link',
    'bad-folder': `${upFrom(start)}/elsewhere`,
    'env-link': '.env',
    'ssh-link': '.ssh',
    'round-link': 'round-link',
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, inStart(name))
}

const requests = (started: Start, cases: Cases) =>
  cases.map(({ name, path, place, writer }, at) => {
    const { fixture } = started
    const typed = whole(started, path)
    const preRequest = writer === 'script' ? `pm.variables.set("p", ${JSON.stringify(typed)})` : ''
    return newHttpRequest({
      name,
      sequence: at + 1,
      method: 'POST',
      url: `${fixture.sink.url}/${at}`,
      body: place(writer === 'typed' ? typed : '{{p}}'),
      variables:
        writer === 'variable' ? [{ secret: false, name: 'p', value: { text: typed }, enabled: true }] : [],
      scripts: { ...noScripts, preRequest },
    })
  })

const collectionFile = 'opencollection: 1.0.0\ninfo:\n  name: C\n'

function writeItems(started: Start, cases: Cases, folder: string): void {
  for (const [at, request] of requests(started, cases).entries())
    started.fixture.write(`${folder}/r${at}.yml`, writeItem(request))
}

/** Creates a Postman collection. Postman has no request variables, so a script sets those as well. */
function postmanFile(started: Start, cases: Cases): object {
  const items = requests(started, cases).map(({ name, url, body, scripts }, at) => {
    const { writer = 'typed', path = '' } = cases[at] ?? {}
    const script =
      writer === 'variable'
        ? `pm.variables.set("p", ${JSON.stringify(whole(started, path))})`
        : scripts.preRequest
    const shown =
      body.type === 'file'
        ? { mode: 'file', file: { src: body.files[0]?.filePath } }
        : {
            mode: 'formdata',
            formdata:
              body.type === 'multipart'
                ? body.parts.map(part => ({
                    key: part.name,
                    type: 'file',
                    src: part.kind === 'file' ? part.filePaths : [],
                  }))
                : [],
          }
    return {
      name,
      request: { method: 'POST', url, body: shown },
      event: script === '' ? [] : [{ listen: 'prerequest', script: { exec: [script] } }],
    }
  })
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  return { info: { name: 'C', schema }, item: items }
}

/** Creates a Bruno request. Bruno cannot name a file by a request variable; this test is about its syntax. */
function brunoFile(started: Start, cases: Cases, at: number): string {
  const request = requests(started, cases)[at]
  const { path = '', writer = 'typed' } = cases[at] ?? {}
  if (request === undefined) return ''
  const { body } = request
  const typed = writer === 'typed' ? whole(started, path) : '{{p}}'
  const script =
    writer === 'typed'
      ? ''
      : `script:pre-request {\n  bru.setVar("p", ${JSON.stringify(whole(started, path))})\n}\n`
  const form =
    body.type === 'multipart' ? body.parts.flatMap(part => (part.kind === 'file' ? part.filePaths : [])) : []
  const shown =
    body.type === 'file'
      ? `body:file {\n  file: @file(${typed}) @contentType()\n}\n`
      : `body:multipart-form {\n  avatar: @file(${form.join('|')})\n}\n`
  const kind = body.type === 'file' ? 'file' : 'multipartForm'
  return `meta {\n  name: ${request.name}\n  type: http\n  seq: ${at + 1}\n}\npost {\n  url: ${request.url}\n  body: ${kind}\n  auth: none\n}\n${shown}${script}`
}

/** A kind of source that can be run. */
interface SourceKind {
  /** The folder in which relative paths start. */
  readonly start: string
  /** Writes it, and returns what is run. */
  readonly write: (started: Start, cases: Cases) => string
}

const workspaceFile = 'opencollection: 1.0.0\ninfo:\n  name: S\n  type: workspace\n'
const folderFile = 'info:\n  name: F\n  type: folder\n'

/** Writes a collection of a workspace with requests in one of its folders. */
function writeInWorkspace(started: Start, cases: Cases, folder: string): void {
  const { fixture } = started
  fixture.write('s/workspace.yml', workspaceFile)
  fixture.write('s/c/opencollection.yml', collectionFile)
  fixture.write('s/c/f/folder.yml', folderFile)
  writeItems(started, cases, folder)
}

/** Every kind of source. */
const kinds: Readonly<Record<string, SourceKind>> = {
  'a workspace': {
    start: 's/c',
    write(started, cases) {
      writeInWorkspace(started, cases, 's/c')
      return 's'
    },
  },
  'a collection of a workspace': {
    start: 's/c',
    write(started, cases) {
      writeInWorkspace(started, cases, 's/c')
      return 's/c'
    },
  },
  'a folder of a workspace': {
    start: 's/c',
    write(started, cases) {
      writeInWorkspace(started, cases, 's/c/f')
      return 's/c/f'
    },
  },
  'a collection': {
    start: 's',
    write(started, cases) {
      started.fixture.write('s/opencollection.yml', collectionFile)
      writeItems(started, cases, 's')
      return 's'
    },
  },
  'a folder of a collection': {
    start: 's',
    write(started, cases) {
      started.fixture.write('s/opencollection.yml', collectionFile)
      started.fixture.write('s/f/folder.yml', folderFile)
      writeItems(started, cases, 's/f')
      return 's/f'
    },
  },
  'a Bruno folder': {
    start: 's',
    write(started, cases) {
      started.fixture.write('s/bruno.json', { version: '1', name: 'C', type: 'collection' })
      for (const at of cases.keys()) started.fixture.write(`s/r${at}.bru`, brunoFile(started, cases, at))
      return 's'
    },
  },
  'a Postman file': {
    start: 's',
    write(started, cases) {
      started.fixture.write('s/c.json', postmanFile(started, cases))
      return 's/c.json'
    },
  },
}

/** Tests which files each kind of source may read (attacks FI1). */
export function testFilesOfRuns(fixture: Fixture, casesOf: (kind: string) => Cases): void {
  test.each(Object.entries(kinds))(
    '%s reads only files in its folder (FI4)',
    async (kind, { start, write }) => {
      writeFiles(fixture, start)
      const cases = casesOf(kind)
      const started = { fixture, start }
      const { code, results } = await fixture.report([write(started, cases)])
      expect(code).toBe(2)
      const sent = new Set(fixture.asked().map(path => Number(path?.slice(1))))
      const bodies = fixture.sink.requests.map(request => request.content.toString())
      expect(bodies.join()).not.toContain(canary)
      expect(bodies.every(body => body.includes(inside))).toBe(true)
      const byName = new Map(results.map((one: { name: string }) => [one.name, one]))
      for (const [at, { name, path, isAllowed, isBinary }] of cases.entries()) {
        expect([name, sent.has(at)]).toEqual([name, isAllowed])
        const { failure } = Object(byName.get(name))
        if (isAllowed) {
          expect([name, failure]).toEqual([name, null])
          continue
        }
        expect(failure).toMatchObject({ code: 'FILE_NOT_ALLOWED' })
        // A path from a variable is shown as resolved, because that is what the user must judge.
        const shown = resolve(fixture.path(start), whole(started, path))
        const part = isBinary ? 'The body' : 'The form row “avatar”'
        expect(failure.sentence).toBe(`${part} names the file ${shown}, which this run may not read.`)
        expect(failure.nextStep).toContain('--allow-file PATH')
      }
    },
  )
}

/** Paths, each with the code of the failure; null if the file is sent. */
export type StrangePaths = Readonly<Record<string, 'FILE_NOT_READ' | 'FILE_NOT_ALLOWED' | null>>

/** Paths from an untrusted file that fail or do harm when opened, each with the expected outcome. */
export const strangePaths: StrangePaths = {
  ['x'.repeat(5000)]: 'FILE_NOT_READ',
  [`${'x/'.repeat(3000)}y`]: 'FILE_NOT_READ',
  'up.txt\0.png': 'FILE_NOT_READ',
  'up.txt/': null,
  'up.txt/below': 'FILE_NOT_READ',
  'round-link': 'FILE_NOT_READ',
  '.': 'FILE_NOT_ALLOWED',
  '/': 'FILE_NOT_ALLOWED',
  data: 'FILE_NOT_READ',
  '~/id_rsa': 'FILE_NOT_READ',
  'file:///etc/passwd': 'FILE_NOT_READ',
  '/etc/passwd': 'FILE_NOT_ALLOWED',
  '/proc/self/environ': 'FILE_NOT_ALLOWED',
  '/proc/self/root/etc/passwd': 'FILE_NOT_ALLOWED',
  '/dev/stdin': 'FILE_NOT_ALLOWED',
  '/dev/fd/0': 'FILE_NOT_ALLOWED',
  '//server/share/id_rsa': 'FILE_NOT_ALLOWED',
  '\\\\server\\share\\id_rsa': 'FILE_NOT_READ',
}

/** Runs requests that send files with these paths. */
export async function expectStrangePaths(
  fixture: Fixture,
  strange: StrangePaths,
  run: Fixture['run'] = fixture.run,
): Promise<void> {
  const rows = Object.keys(strange).flatMap(path => [
    [path, { mode: 'file', file: { src: path } }] as const,
    [path, { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: [path] }] }] as const,
  ])
  const item = rows.map(([, body], at) => ({
    name: `R${at}`,
    request: { method: 'POST', url: `${fixture.sink.url}/${at}`, body },
  }))
  fixture.write('s/c.json', { info: { name: 'C' }, item })
  const { code, stdout } = await run(['s/c.json', '--reporter', 'json'])
  expect(code).toBe(2)
  const { results } = JSON.parse(stdout)
  expect(results.map((one: object) => Object(Reflect.get(one, 'failure')).code ?? null)).toEqual(
    rows.map(([path]) => Reflect.get(strange, path)),
  )
  expect(fixture.sink.requests.every(({ content }) => content.toString().includes(inside))).toBe(true)
  // A report that replaces another file is compared with each file that the run names.
  fixture.write('there.json', '{}')
  expect((await run(['s/c.json', '--reporter', 'json=there.json', '--force'])).code).toBe(2)
}
