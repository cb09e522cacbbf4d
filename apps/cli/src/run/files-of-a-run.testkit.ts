import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type HttpBody, newHttpRequest, noScripts, writeItem } from '@parley/model'
import { expect, test } from 'vitest'
import type { useRunFixture } from './run-fixture.testkit.ts'

type Fixture = ReturnType<typeof useRunFixture>
export const canary = 'CANARY-of-the-user'
export const inside = 'from-inside'

/**
 * Every way to write a path, by where it leads. `S` in a path is the folder that is run, `E` one outside of
 * it.
 */
const paths = {
  'a file beside': ['up.txt', true],
  'a file in a folder': ['data/up.txt', true],
  'a file by its whole path': ['S/up.txt', true],
  'a path that leaves and comes back': ['data/../up.txt', true],
  'a link to a file inside': ['good-link', true],
  'a folder link that stays inside': ['data-link/up.txt', true],
  'a whole path outside': ['E/id_rsa', false],
  'dots outside': ['../elsewhere/id_rsa', false],
  'dots from a folder inside': ['data/../../elsewhere/id_rsa', false],
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

function whole(fixture: Fixture, path: string): string {
  return path.replace(/^S(?=\/)/, fixture.path('s')).replace(/^E(?=\/)/, fixture.path('elsewhere'))
}

/** Creates the folder `s` with the files that the paths name. */
export function writeFiles(fixture: Fixture): void {
  for (const folder of ['s/data', 's/.ssh', 'elsewhere']) mkdirSync(fixture.path(folder), { recursive: true })
  for (const name of ['up.txt', 'data/up.txt']) writeFileSync(fixture.path(`s/${name}`), inside)
  for (const name of ['s/.env', 's/data/.env', 's/.ssh/id_rsa', 'elsewhere/id_rsa'])
    writeFileSync(fixture.path(name), canary)
  const links = {
    'good-link': 'up.txt',
    'data-link': 'data',
    'bad-link': '../elsewhere/id_rsa',
    'bad-link-2': 'bad-link',
    'bad-folder': '../elsewhere',
    'env-link': '.env',
    'ssh-link': '.ssh',
    'round-link': 'round-link',
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, fixture.path(`s/${name}`))
}

const requests = (fixture: Fixture, cases: Cases) =>
  cases.map(({ name, path, place, writer }, at) => {
    const typed = whole(fixture, path)
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

function writeItems(fixture: Fixture, cases: Cases, folder: string): void {
  for (const [at, request] of requests(fixture, cases).entries())
    fixture.write(`${folder}/r${at}.yml`, writeItem(request))
}

/** Creates a Postman collection. Postman has no request variables, so a script sets those as well. */
function postmanFile(fixture: Fixture, cases: Cases): object {
  const items = requests(fixture, cases).map(({ name, url, body, scripts }, at) => {
    const { writer = 'typed', path = '' } = cases[at] ?? {}
    const script =
      writer === 'variable'
        ? `pm.variables.set("p", ${JSON.stringify(whole(fixture, path))})`
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
function brunoFile(fixture: Fixture, cases: Cases, at: number): string {
  const request = requests(fixture, cases)[at]
  const { path = '', writer = 'typed' } = cases[at] ?? {}
  if (request === undefined) return ''
  const { body } = request
  const typed = writer === 'typed' ? whole(fixture, path) : '{{p}}'
  const script =
    writer === 'typed'
      ? ''
      : `script:pre-request {\n  bru.setVar("p", ${JSON.stringify(whole(fixture, path))})\n}\n`
  const form =
    body.type === 'multipart' ? body.parts.flatMap(part => (part.kind === 'file' ? part.filePaths : [])) : []
  const shown =
    body.type === 'file'
      ? `body:file {\n  file: @file(${typed}) @contentType()\n}\n`
      : `body:multipart-form {\n  avatar: @file(${form.join('|')})\n}\n`
  const kind = body.type === 'file' ? 'file' : 'multipartForm'
  return `meta {\n  name: ${request.name}\n  type: http\n  seq: ${at + 1}\n}\npost {\n  url: ${request.url}\n  body: ${kind}\n  auth: none\n}\n${shown}${script}`
}

/**
 * Every kind of source that can be run; each function writes it into `s` and returns the arguments of the
 * run.
 */
const kinds: Readonly<Record<string, (fixture: Fixture, cases: Cases) => readonly string[]>> = {
  'a workspace': (fixture, cases) => {
    fixture.write('s/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: S\n  type: workspace\n')
    fixture.write('s/c/opencollection.yml', collectionFile)
    writeItems(fixture, cases, 's/c')
    return ['s']
  },
  'a folder of a workspace': (fixture, cases) => {
    fixture.write('s/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: S\n  type: workspace\n')
    fixture.write('s/c/opencollection.yml', collectionFile)
    fixture.write('s/c/f/folder.yml', 'info:\n  name: F\n  type: folder\n')
    writeItems(fixture, cases, 's/c/f')
    return ['s/c/f']
  },
  'a collection': (fixture, cases) => {
    fixture.write('s/opencollection.yml', collectionFile)
    writeItems(fixture, cases, 's')
    return ['s']
  },
  'a folder of a collection': (fixture, cases) => {
    fixture.write('s/opencollection.yml', collectionFile)
    fixture.write('s/f/folder.yml', 'info:\n  name: F\n  type: folder\n')
    writeItems(fixture, cases, 's/f')
    return ['s/f']
  },
  'a Bruno folder': (fixture, cases) => {
    fixture.write('s/bruno.json', { version: '1', name: 'C', type: 'collection' })
    for (const at of cases.keys()) fixture.write(`s/r${at}.bru`, brunoFile(fixture, cases, at))
    return ['s']
  },
  'a Postman file': (fixture, cases) => {
    fixture.write('s/c.json', postmanFile(fixture, cases))
    return ['s/c.json']
  },
}

/** Tests which files each kind of source may read (attacks FI1). */
export function testFilesOfRuns(fixture: Fixture, casesOf: (kind: string) => Cases): void {
  test.each(Object.entries(kinds))('%s reads only files in its folder (FI4)', async (kind, prepare) => {
    writeFiles(fixture)
    const cases = casesOf(kind)
    const { code, results } = await fixture.report(prepare(fixture, cases))
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
      const shown = resolve(fixture.path('s'), whole(fixture, path))
      const part = isBinary ? 'The body' : 'The form row “avatar”'
      expect(failure.sentence).toBe(`${part} names the file ${shown}, which this run may not read.`)
      expect(failure.nextStep).toContain('--allow-file PATH')
    }
  })
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
