import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DesktopEvent } from '../contract/index.ts'
import { attachment } from '../tickets/attachment.ts'
import { DesktopDownloads } from './desktop-downloads.ts'

let folder: string
let events: DesktopEvent[]
let shown: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-downloads-'))
  events = []
  shown = []
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function downloads(content: BodyInit = 'abc', name = 'books.json', target = folder): DesktopDownloads {
  return new DesktopDownloads({
    redeem: id =>
      id === 'known' ? new Response(content, { headers: { 'Content-Disposition': attachment(name) } }) : null,
    notify: (_windowId, event) => events.push(event),
    folder: async () => target,
    show: path => shown.push(path),
  })
}

const ended = (count = 1) => expect.poll(() => events.length).toBe(count)

test('no file is overwritten, and each can be shown in its folder', async () => {
  const saving = downloads()
  for (const id of ['a', 'b', 'c']) {
    saving.saveTicket('window', id, 'known')
    await ended(id === 'a' ? 1 : id === 'b' ? 2 : 3)
  }
  expect(readdirSync(folder).toSorted()).toEqual(['books (1).json', 'books (2).json', 'books.json'])
  expect(readFileSync(join(folder, 'books (2).json'), 'utf8')).toBe('abc')
  expect(statSync(join(folder, 'books.json')).mode & 0o077).toBe(0)
  expect(await saving.show('b')).toBe(true)
  expect(await saving.show('unknown')).toBe(false)
  expect(shown).toEqual([join(folder, 'books (1).json')])
})

/** What happened to a saved file before it is shown. */
const changes: Readonly<Record<string, (path: string) => void>> = {
  'is gone': path => rmSync(path),
  'is a link to another file': path => {
    rmSync(path)
    symlinkSync('/etc/hostname', path)
  },
  'is a link to nothing': path => {
    rmSync(path)
    symlinkSync('/no/such/file', path)
  },
  'is a folder': path => {
    rmSync(path)
    mkdirSync(path)
  },
  'is in a folder that is a link to elsewhere': path => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'parley-elsewhere-'))
    writeFileSync(join(elsewhere, 'books.json'), '')
    rmSync(dirname(path), { recursive: true })
    symlinkSync(elsewhere, dirname(path))
  },
  'is in a folder that is gone': path => rmSync(dirname(path), { recursive: true }),
}

test.each(Object.entries(changes))('a saved file that %s is not shown (DT1)', async (_, change) => {
  const saving = downloads()
  saving.saveTicket('window', 'a', 'known')
  await ended()
  change(join(folder, 'books.json'))
  expect(await saving.show('a')).toBe(false)
  expect(shown).toEqual([])
})

test.each(['../../etc/passwd', '/etc/passwd', 'books.json', '', '__proto__'])(
  'the path %j is no saved file, and is not shown (DT1)',
  async path => {
    const saving = downloads()
    saving.saveTicket('window', 'a', 'known')
    await ended()
    expect(await saving.show(path)).toBe(false)
    expect(shown).toEqual([])
  },
)

test.each([
  ['../../evil.sh', 'evil.sh'],
  ['..\\..\\evil.exe', 'evil.exe'],
  ['/etc/passwd', 'passwd'],
  ['.bashrc', 'bashrc'],
  ['...', 'download'],
  ['a\nb.txt', 'ab.txt'],
  ['a\u202Etxt.exe', 'atxt.exe'],
  ['con:stream', 'constream'],
  ['a. . ', 'a'],
  ['', 'download'],
  ['ü – “x”.json', 'ü – “x”.json'],
])('a server names its file %j (DT1)', async (given, name) => {
  downloads('abc', given).saveTicket('window', 'a', 'known')
  await ended()
  expect(events).toEqual([{ type: 'download', downloadId: 'a', state: 'saved', name }])
  expect(readdirSync(folder)).toEqual([name])
})

test('a text is saved', async () => {
  downloads().saveText('window', 'a', 'schema.graphql', 'type Query')
  await ended()
  expect(readFileSync(join(folder, 'schema.graphql'), 'utf8')).toBe('type Query')
})

test('what is gone, breaks off or has no room is said, and leaves no file', async () => {
  downloads().saveTicket('window', 'gone', 'unknown')
  expect(events[0]).toMatchObject({ state: 'failed', sentence: 'The file is gone.' })
  const breaking = new DesktopDownloads({
    redeem: (_id, abort) =>
      new Response(
        new ReadableStream({
          start: controller => controller.enqueue(new Uint8Array(3)),
          pull: () => abort(),
        }),
      ),
    notify: (_windowId, event) => events.push(event),
    folder: async () => folder,
  })
  breaking.saveTicket('window', 'broken', 'any')
  await ended(2)
  expect(events[1]).toMatchObject({ state: 'failed', sentence: 'The response was interrupted.' })
  const file = join(folder, 'file')
  writeFileSync(file, '')
  downloads('abc', 'x', join(file, 'below')).saveTicket('window', 'refused', 'known')
  await ended(3)
  expect(events[2]).toMatchObject({ state: 'failed' })
  expect(readdirSync(folder)).toEqual(['file'])
})
