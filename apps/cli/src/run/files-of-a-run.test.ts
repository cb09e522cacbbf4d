import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { rename, symlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type HttpBody, newHttpRequest, noScripts, writeItem } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { allowedFiles } from './allowed-files.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const canary = 'CANARY-of-the-user'
const inside = 'from-inside'

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

const cases = Object.entries(paths).flatMap(([pathName, [path, isAllowed]]) =>
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

function whole(path: string): string {
  return path.replace(/^S(?=\/)/, fixture.path('s')).replace(/^E(?=\/)/, fixture.path('elsewhere'))
}

/** Creates the folder `s` with the files that the paths name. */
function writeFiles(): void {
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
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, fixture.path(`s/${name}`))
}

const requests = () =>
  cases.map(({ name, path, place, writer }, at) => {
    const typed = whole(path)
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

function writeItems(folder: string): void {
  for (const [at, request] of requests().entries()) fixture.write(`${folder}/r${at}.yml`, writeItem(request))
}

/** Creates a Postman collection. Postman has no request variables, so a script sets those as well. */
function postmanFile(): object {
  const items = requests().map(({ name, url, body, scripts }, at) => {
    const { writer = 'typed', path = '' } = cases[at] ?? {}
    const script =
      writer === 'variable' ? `pm.variables.set("p", ${JSON.stringify(whole(path))})` : scripts.preRequest
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
function brunoFile(at: number): string {
  const request = requests()[at]
  const { path = '', writer = 'typed' } = cases[at] ?? {}
  if (request === undefined) return ''
  const { body } = request
  const typed = writer === 'typed' ? whole(path) : '{{p}}'
  const script =
    writer === 'typed' ? '' : `script:pre-request {\n  bru.setVar("p", ${JSON.stringify(whole(path))})\n}\n`
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
const kinds: Readonly<Record<string, () => readonly string[]>> = {
  'a workspace': () => {
    fixture.write('s/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: S\n  type: workspace\n')
    fixture.write('s/c/opencollection.yml', collectionFile)
    writeItems('s/c')
    return ['s']
  },
  'a folder of a workspace': () => {
    fixture.write('s/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: S\n  type: workspace\n')
    fixture.write('s/c/opencollection.yml', collectionFile)
    fixture.write('s/c/f/folder.yml', 'info:\n  name: F\n  type: folder\n')
    writeItems('s/c/f')
    return ['s/c/f']
  },
  'a collection': () => {
    fixture.write('s/opencollection.yml', collectionFile)
    writeItems('s')
    return ['s']
  },
  'a folder of a collection': () => {
    fixture.write('s/opencollection.yml', collectionFile)
    fixture.write('s/f/folder.yml', 'info:\n  name: F\n  type: folder\n')
    writeItems('s/f')
    return ['s/f']
  },
  'a Bruno folder': () => {
    fixture.write('s/bruno.json', { version: '1', name: 'C', type: 'collection' })
    for (const at of cases.keys()) fixture.write(`s/r${at}.bru`, brunoFile(at))
    return ['s']
  },
  'a Postman file': () => {
    fixture.write('s/c.json', postmanFile())
    return ['s/c.json']
  },
}

describe('files that a run may read (attacks FI1)', () => {
  test.each(Object.entries(kinds))('%s reads only files in its folder', async (_, prepare) => {
    writeFiles()
    const { code, results } = await fixture.report(prepare())
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
      const shown = resolve(fixture.path('s'), whole(path))
      const part = isBinary ? 'The body' : 'The form row “avatar”'
      expect(failure.sentence).toBe(`${part} names the file ${shown}, which this run may not read.`)
      expect(failure.nextStep).toContain('--allow-file PATH')
    }
  })
})

/** Paths from an untrusted file that fail or do harm when opened, each with the expected outcome. */
const strangePaths = {
  ['x'.repeat(5000)]: 'FILE_NOT_READ',
  [`${'x/'.repeat(3000)}y`]: 'FILE_NOT_READ',
  'up.txt\0.png': 'FILE_NOT_READ',
  'up.txt/': null,
  'up.txt/below': 'FILE_NOT_READ',
  'round-link': 'FILE_NOT_READ',
  '.': 'FILE_NOT_ALLOWED',
  '/': 'FILE_NOT_ALLOWED',
  data: 'FILE_NOT_READ',
  pipe: 'FILE_NOT_READ',
  '~/id_rsa': 'FILE_NOT_READ',
  'file:///etc/passwd': 'FILE_NOT_READ',
  '/etc/passwd': 'FILE_NOT_ALLOWED',
  '/proc/self/environ': 'FILE_NOT_ALLOWED',
  '/proc/self/cwd/s/up.txt': null,
  '/proc/self/root/etc/passwd': 'FILE_NOT_ALLOWED',
  '/dev/stdin': 'FILE_NOT_ALLOWED',
  '/dev/fd/0': 'FILE_NOT_ALLOWED',
  '//server/share/id_rsa': 'FILE_NOT_ALLOWED',
  '\\\\server\\share\\id_rsa': 'FILE_NOT_READ',
} as const satisfies Readonly<Record<string, 'FILE_NOT_READ' | 'FILE_NOT_ALLOWED' | null>>

test('a dangerous path ends neither the run nor the program, and reads nothing', async () => {
  writeFiles()
  symlinkSync('round-link', fixture.path('s/round-link'))
  execFileSync('mkfifo', [fixture.path('s/pipe')])
  const rows = Object.keys(strangePaths).flatMap(path => [
    [path, { mode: 'file', file: { src: path } }] as const,
    [path, { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: [path] }] }] as const,
  ])
  const item = rows.map(([, body], at) => ({
    name: `R${at}`,
    request: { method: 'POST', url: `${fixture.sink.url}/${at}`, body },
  }))
  fixture.write('s/c.json', { info: { name: 'C' }, item })
  const { code, results } = await fixture.report(['s/c.json'])
  expect(code).toBe(2)
  expect(results.map((one: object) => Object(Reflect.get(one, 'failure')).code ?? null)).toEqual(
    rows.map(([path]) => Reflect.get(strangePaths, path)),
  )
  expect(fixture.sink.requests.every(({ content }) => content.toString().includes(inside))).toBe(true)
  // A report that replaces another file is compared with each file that the run names.
  fixture.write('there.json', '{}')
  expect((await fixture.run(['s/c.json', '--reporter', 'json=there.json', '--force'])).code).toBe(2)
})

describe('--allow-file', () => {
  const uploads = (...filePaths: readonly string[]) => {
    const items = filePaths.map((src, at) => ({
      name: `R${at}`,
      request: {
        method: 'POST',
        url: `${fixture.sink.url}/${at}`,
        body: { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: [src] }] },
      },
    }))
    fixture.write('s/c.json', { info: { name: 'C' }, item: items })
    return items
  }
  const read = async (...args: readonly string[]) => {
    const before = fixture.asked().length
    await fixture.run(['s/c.json', ...args])
    return fixture
      .asked()
      .slice(before)
      .map(path => Number(path?.slice(1)))
  }

  test('allows exactly the files and folders that it names', async () => {
    writeFiles()
    fixture.write('elsewhere/other', canary)
    fixture.write('shared/deep/a.bin', 'a')
    uploads('../elsewhere/id_rsa', '../elsewhere/other', '.env', '../shared/deep/a.bin', 'bad-link')
    expect(await read('--allow-file', 'elsewhere/id_rsa')).toEqual([0, 4])
    expect(await read('--allow-file', 'shared', '--allow-file', 's/.env')).toEqual([2, 3])
    // The link leads to the allowed file; its own name would be allowed as well.
    expect(await read('--allow-file', 's/bad-link')).toEqual([0, 4])
  })

  test('ends the run before anything is sent if its path does not exist', async () => {
    uploads('up.txt')
    const { code, stderr } = await fixture.run(['s/c.json', '--allow-file', 'gone'])
    expect([code, stderr]).toEqual([
      3,
      'parley: There is no file or folder gone, which --allow-file names. Check the path.\n',
    ])
    expect(fixture.sink.requests).toEqual([])
  })

  test.each([
    ['the home of the user', 's'],
    ['a folder that holds it', 's/ann'],
  ])('is needed for all if the folder is %s', async (_, home) => {
    writeFiles()
    mkdirSync(fixture.path(home), { recursive: true })
    uploads('up.txt', 'data/up.txt')
    const env = { HOME: fixture.path(home), USERPROFILE: fixture.path(home) }
    const { code } = await fixture.run(['s/c.json', '--allow-file', 's/data'], { env })
    expect([code, fixture.asked()]).toEqual([2, ['/1']])
  })

  test('each of two sources has its own folder', async () => {
    writeFiles()
    fixture.write('t/up.txt', 'of t')
    uploads('up.txt', '../t/up.txt')
    fixture.write('t/c.json', readFileSync(fixture.path('s/c.json'), 'utf8'))
    const { code } = await fixture.run(['s/c.json', 't/c.json'])
    expect(code).toBe(2)
    const sent = fixture.sink.requests.map(({ url, content }) => [url, content.toString().includes('of t')])
    expect(sent).toEqual([
      ['/0', false],
      ['/0', true],
      ['/1', true],
    ])
  })
})

describe('a path that leads elsewhere after it was checked', () => {
  test.each(['up.txt', 'data/up.txt'])('is refused when %s is opened', async path => {
    writeFiles()
    const { open, lengthBytes } = allowedFiles({ folder: fixture.path('s'), allowedPaths: [] })
    expect(await lengthBytes(path)).toEqual({ ok: true, value: inside.length })
    const [first = ''] = path.split('/')
    rmSync(fixture.path(`s/${first}`), { recursive: true })
    fixture.write('elsewhere/up.txt', canary)
    symlinkSync(path.includes('/') ? '../elsewhere' : '../elsewhere/up.txt', fixture.path(`s/${first}`))
    expect(await open(path)).toMatchObject({ ok: false, failure: { code: 'FILE_NOT_ALLOWED' } })
  })

  test('is never read while links keep changing', async () => {
    writeFiles()
    fixture.write('elsewhere/up.txt', canary)
    const { open } = allowedFiles({ folder: fixture.path('s'), allowedPaths: [] })
    const link = fixture.path('s/moving')
    const found = new Set<string>()
    let isDone = false
    const change = async () => {
      for (let at = 0; !isDone; at++) {
        const next = fixture.path(`s/next${at}`)
        await symlink(at % 2 === 0 ? 'up.txt' : '../elsewhere/up.txt', next)
        await rename(next, link)
      }
    }
    const changing = change()
    // Repeated until both outcomes occurred, so that the links did change during the test.
    for (let at = 0; at < 20_000 && (found.size < 2 || at < 500); at++) {
      const opened = await open('moving')
      if (!opened.ok) {
        found.add(opened.failure.code === 'FILE_NOT_ALLOWED' ? 'refused' : opened.failure.code)
        continue
      }
      const bytes = Buffer.alloc(64)
      const count = await opened.value.readAt(bytes, 0)
      await opened.value.close()
      found.add(bytes.toString('utf8', 0, count))
    }
    isDone = true
    await changing
    found.delete('FILE_NOT_READ')
    expect([...found].toSorted()).toEqual([inside, 'refused'].toSorted())
  })
})
