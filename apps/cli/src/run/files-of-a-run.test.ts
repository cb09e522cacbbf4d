import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { rename, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { placeInWorkspace } from '@parley/files'
import { beforeEach, describe, expect, test } from 'vitest'
import { allowedFiles } from './allowed-files.ts'
import {
  allCases,
  canary,
  expectStrangePaths,
  inside,
  strangePaths,
  testFilesOfRuns,
  writeFiles,
} from './files-of-a-run.testkit.ts'
import {
  expectCode,
  expectRun,
  expectSent,
  fileUses,
  layoutNames,
  layouts,
} from './places-of-files.testkit.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

// One kind of source has every case, and each of the others every path.
testFilesOfRuns(fixture, kind =>
  kind === 'a workspace' ? allCases : allCases.filter((_, at) => at % 9 === Math.floor(at / 9) % 9),
)

// Each use of a file with one of the targets, and each target with one use at least; the slow file has all.
describe.each(layoutNames)('in %s, paths start in the folder of the collection', layout => {
  beforeEach(() => layouts[layout].write(fixture))

  test.each([0, 1, 2, 3])('whatever is run (%#)', at => expectRun(fixture, layout, at))

  test('whatever is sent, and in code', async () => {
    for (const [index, use] of fileUses.entries()) {
      const at = 1 + (index % 3)
      await expectSent(fixture, layout, use, at)
      await expectCode(fixture, layout, use, at)
    }
  })
})

describe('a path that starts in the folder of the workspace', () => {
  const misplaced = ['form', 'binary', 'upload', 'proto', 'descriptorSet'] as const
  const next = (found: string) =>
    `Parley looked in ${fixture.path('ws/Shop')}, because the path is relative to the folder of the collection. Write ${found}, or move the file there.`

  test('fails with what to write instead, in a run and a send', async () => {
    await layouts['collections of a workspace'].write(fixture)
    for (const name of ['own.txt', 'own.proto', 'own.binpb']) rmSync(fixture.path(`ws/Shop/${name}`))
    const { results } = await fixture.report(misplaced.map(use => `ws/Shop/f/${use}.yml`))
    const steps = results.map(({ failure }: { failure: { nextStep: string } }) => failure.nextStep)
    const names = ['own.txt', 'own.txt', 'own.txt', 'own.proto', 'own.binpb']
    expect(steps).toEqual(names.map(name => next(`../${name}`)))
    expect(fixture.sink.requests).toEqual([])
    const { stderr } = await fixture.runCommand(['send', 'ws/Shop/f/proto.yml'])
    expect(stderr).toContain(next('../own.proto'))
  })

  test('says nothing of a file that may not be read, or is not there', async () => {
    await layouts['collections of a workspace'].write(fixture)
    rmSync(fixture.path('ws/Shop/own.txt'))
    rmSync(fixture.path('ws/own.txt'))
    for (const target of ['elsewhere.txt', 'ws/.hidden.txt']) {
      fixture.write(target, canary)
      symlinkSync(fixture.path(target), fixture.path('ws/own.txt'))
      const { results } = await fixture.report(['ws/Shop/f/form.yml'])
      expect(results[0].failure).toMatchObject({
        code: 'FILE_NOT_READ',
        nextStep: 'Check that it is there, that it is not a folder, and that you may read it.',
      })
      rmSync(fixture.path('ws/own.txt'))
    }
  })
})

test('a dangerous path ends neither the run nor the program, and reads nothing (FI1)', async () => {
  writeFiles(fixture)
  // Like a pipe, it is no file that can be read to its end.
  const socket = createServer()
  await new Promise<void>(resolve => socket.listen(fixture.path('s/socket'), resolve))
  await expectStrangePaths(fixture, { ...strangePaths, socket: 'FILE_NOT_READ' })
  await new Promise(resolve => socket.close(resolve))
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

  test('allows exactly the files and folders that it names (FI1, FI4)', async () => {
    writeFiles(fixture)
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
    writeFiles(fixture)
    mkdirSync(fixture.path(home), { recursive: true })
    uploads('up.txt', 'data/up.txt')
    const env = { HOME: fixture.path(home), USERPROFILE: fixture.path(home) }
    const { code } = await fixture.run(['s/c.json', '--allow-file', 's/data'], { env })
    expect([code, fixture.asked()]).toEqual([2, ['/1']])
  })

  test('each of two sources has its own folder', async () => {
    writeFiles(fixture)
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
  test.each(['up.txt', 'data/up.txt'])('is refused when %s is opened (FI5)', async path => {
    writeFiles(fixture)
    const { open, lengthBytes } = allowedFiles({
      place: placeInWorkspace(fixture.path('s'), ''),
      allowedPaths: [],
    })
    expect(await lengthBytes(path)).toEqual({ ok: true, value: inside.length })
    const [first = ''] = path.split('/')
    rmSync(fixture.path(`s/${first}`), { recursive: true })
    fixture.write('elsewhere/up.txt', canary)
    symlinkSync(path.includes('/') ? '../elsewhere' : '../elsewhere/up.txt', fixture.path(`s/${first}`))
    expect(await open(path)).toMatchObject({ ok: false, failure: { code: 'FILE_NOT_ALLOWED' } })
  })

  test('is never read while links keep changing', async () => {
    writeFiles(fixture)
    fixture.write('elsewhere/up.txt', canary)
    const { open } = allowedFiles({ place: placeInWorkspace(fixture.path('s'), ''), allowedPaths: [] })
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
