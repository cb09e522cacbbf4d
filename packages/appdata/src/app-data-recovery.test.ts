import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppData } from './app-data.ts'
import type { IdentityChangeRows } from './database/identities-table.ts'
import { openFileBodyStore } from './file-body-store.ts'
import { answered, typedRequest } from './history/history-fixture.testkit.ts'
import { fileSecrets } from './secrets/file-secrets.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder, 'parley-appdata-'))
  path = join(folder, 'parley.db')
})

afterEach(() => rmSync(folder, { recursive: true }))

async function open(): Promise<AppData> {
  const opened = await AppData.open(folder, { keychain: async () => null, ownThread: false })
  if (!opened.ok) throw new Error(opened.failure.code)
  return opened.value
}

const copies = () => readdirSync(folder).filter(name => name.includes('.copy-'))

function removeCopies(): void {
  for (const name of copies()) rmSync(join(folder, name))
}

/** Fills the first page of a table with zeros. */
function damage(table: string): void {
  const database = new DatabaseSync(path)
  const row = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)
  const size = database.prepare('PRAGMA page_size').get()
  database.close()
  const [page, pageBytes] = [Number(row?.rootpage), Number(size?.page_size)]
  const file = readFileSync(path)
  file.fill(0, (page - 1) * pageBytes, page * pageBytes)
  writeFileSync(path, file)
}

const entry = (filePath: string) => ({ path: filePath, id: 'one', goneSinceMs: null, fingerprint: '' })

function changes(some: Partial<IdentityChangeRows>): IdentityChangeRows {
  return { put: [], drop: [], begun: [], settled: [], ...some }
}

/** The ways in which a file with a secret may have moved before its id is lost. */
const moves: Readonly<Record<string, (appData: AppData) => Promise<string>>> = {
  'saved with its file': async () => 'a.yml',
  'of a file that was moved since': async appData => {
    await appData.identitiesOf('/w').write(changes({ put: [entry('b/a.yml')] }))
    return 'b/a.yml'
  },
}

test.each(Object.entries(moves))(
  'a secret %s is found without the table of ids and without a copy',
  async (_, move) => {
    const first = await open()
    const identities = first.identitiesOf('/w')
    const secrets = fileSecrets(first.secrets)
    await secrets.write('one', new Map([['auth.token', 'SECRET-9']]))
    await identities.write(changes({ put: [entry('a.yml')] }))
    await secrets.write('two', new Map([['auth.token', 'gone']]))
    const filePath = await move(first)
    await first.close()
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).not.toContain('SECRET-9')
    removeCopies()
    damage('identities')
    const second = await open()
    expect(second.recovery?.tables.identities).toBe('lost')
    expect((await second.identitiesOf('/w').load()).entries).toEqual([entry(filePath)])
    expect(await fileSecrets(second.secrets).read('one')).toEqual(new Map([['auth.token', 'SECRET-9']]))
    await second.close()
  },
)

test('a repair does not give a new file the secrets of a deleted one at the same path', async () => {
  const first = await open()
  const identities = first.identitiesOf('/w')
  await identities.write(changes({ put: [entry('a.yml')] }))
  await fileSecrets(first.secrets).write('one', new Map([['auth.token', 'old']]))
  await identities.write(changes({ drop: ['one'] }))
  await first.close()
  removeCopies()
  damage('identities')
  const second = await open()
  expect((await second.identitiesOf('/w').load()).entries).toEqual([])
  await second.close()
})

test('an emptied database is restored from the copy made at the end', async () => {
  const first = await open()
  await first.drafts.write({ tabId: 't', position: 0, content: 'typed' })
  await first.close()
  writeFileSync(path, '')
  const second = await open()
  expect(second.isRecovered).toBe(true)
  expect((await second.drafts.readAll()).drafts).toEqual([
    { tabId: 't', position: 0, content: 'typed', edits: [] },
  ])
  await second.close()
})

test('two copies are kept, private to the owner, with sealed content', async () => {
  const umask = process.umask(0)
  try {
    for (let start = 0; start < 4; start++) {
      const appData = await open()
      await appData.drafts.write({ tabId: 't', position: start, content: 'canary-of-a-draft' })
      await appData.close()
    }
  } finally {
    process.umask(umask)
  }
  expect(copies()).toHaveLength(2)
  for (const name of copies()) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    const content = readFileSync(join(folder, name))
    expect(content.includes('canary-of-a-draft')).toBe(false)
    expect(content.includes('drafts')).toBe(true)
  }
})

test('bodies of lost entries are set aside, and the others are kept', async () => {
  const first = await open()
  const bodies = await openFileBodyStore(folder)
  const from = { id: 'entry', requestId: 'r', startedAt: 1, request: typedRequest }
  await first.history.add(from, await answered(bodies, Buffer.from('a body')), bodies)
  await first.close()
  const [name = ''] = readdirSync(join(folder, 'history-bodies'))
  removeCopies()
  damage('drafts')
  const second = await open()
  expect(readdirSync(join(folder, 'history-bodies'))).toEqual([name])
  await second.dismissRecovery()
  await second.close()
  removeCopies()
  damage('history')
  const third = await open()
  expect(readdirSync(join(folder, 'history-bodies'))).toEqual([])
  const aside = join(folder, `history-bodies.damaged-${third.recovery?.at}`)
  expect(readFileSync(join(aside, name), 'utf8')).toBe('a body')
  await third.dismissRecovery()
  await third.close()
  expect(existsSync(join(folder, 'recovery.json'))).toBe(false)
})

test('one damaged entry hides no other', async () => {
  const first = await open()
  const bodies = await openFileBodyStore(folder)
  for (const at of [1, 2, 3])
    await first.history.add(
      { id: `entry ${at}`, requestId: 'r', startedAt: at, request: typedRequest },
      await answered(bodies, Buffer.from('x')),
      bodies,
    )
  await first.close()
  const database = new DatabaseSync(path)
  database.exec("UPDATE history SET summary = x'0102' WHERE sent_at = 2")
  database.close()
  const second = await open()
  const page = await second.history.list({ search: '', requestId: null, offset: 0, limit: 10 })
  expect(page).toMatchObject({ ok: true, value: { entries: [{ sentAt: 3 }, { sentAt: 1 }] } })
  await second.close()
})
