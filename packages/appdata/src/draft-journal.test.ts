import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { folder, opened, testTornJournals, useJournalFolder } from './draft-journal.testkit.ts'

useJournalFolder()

testTornJournals(20)

test('drafts are read in the order of the tabs, without removed ones', async () => {
  const first = await opened(false)
  await first.journal.write({ tabId: 'b', position: 2, content: '{"b":1}' })
  await first.journal.write({ tabId: 'a', position: 1, content: '{"a":1}' })
  await first.journal.write({ tabId: 'c', position: 3, content: '{"c":1}' })
  await first.journal.write({ tabId: 'b', position: 0, content: '{"b":2}' })
  await first.journal.remove('c')
  await first.database.close()
  const second = await opened()
  expect(await second.journal.readAll()).toEqual({
    drafts: [
      { tabId: 'b', position: 0, content: '{"b":2}', edits: [] },
      { tabId: 'a', position: 1, content: '{"a":1}', edits: [] },
    ],
    locked: null,
  })
  await second.database.close()
})

test('each workspace has its own open tabs', async () => {
  const { database, journal } = await opened(false)
  const session = {
    tabs: [
      { tabId: 'a', requestId: 'r1', view: '{}', hasDraft: false },
      { tabId: 'b', requestId: null, view: '', hasDraft: true },
    ],
    activeTabId: 'b',
  }
  await journal.writeSession('/w/one', { tabs: [], activeTabId: null })
  await journal.writeSession('/w/one', session)
  expect(await journal.readSession('/w/one')).toEqual({ ok: true, value: session })
  expect(await journal.readSession('/w/two')).toEqual({ ok: true, value: null })
  await database.close()
})

test('drafts are locked without the key, and readable again with it', async () => {
  const first = await opened(false)
  await first.journal.write({ tabId: 'a', position: 1, content: '{}' })
  await first.database.close()
  const key = readFileSync(join(folder, 'key.json'))
  rmSync(join(folder, 'key.json'))
  const second = await opened()
  expect(await second.journal.readAll()).toEqual({
    drafts: [],
    locked: { code: 'SECRETS_LOCKED', reason: 'keyMissing' },
  })
  expect((await second.journal.write({ tabId: 'a', position: 1, content: '[]' })).ok).toBe(false)
  await second.database.close()
  writeFileSync(join(folder, 'key.json'), key)
  const third = await opened()
  expect((await third.journal.readAll()).drafts).toEqual([
    { tabId: 'a', position: 1, content: '{}', edits: [] },
  ])
  await third.database.close()
})

test('edits of a draft are read in their order, up to the first that is missing', async () => {
  const { database, journal } = await opened(false)
  const edits = async () => (await journal.readAll()).drafts.map(draft => draft.edits)
  await journal.write({ tabId: 'a', position: 0, content: 'first' })
  await journal.writeEdit('a', 1, 'one')
  await journal.writeEdit('a', 2, 'two')
  await journal.writeEdit('a', 3, 'three')
  expect(await edits()).toEqual([['one', 'two', 'three']])
  await journal.writeEdit('a', 2, 'another')
  expect(await edits()).toEqual([['one', 'another']])
  await journal.writeEdit('a', 4, 'too early')
  expect(await edits()).toEqual([['one', 'another']])
  await journal.write({ tabId: 'a', position: 0, content: 'second' })
  expect(await edits()).toEqual([[]])
  await journal.writeEdit('a', 1, 'of a removed draft')
  await journal.remove('a')
  await journal.write({ tabId: 'a', position: 0, content: 'third' })
  expect(await edits()).toEqual([[]])
  await database.close()
})

test('an edit that was moved to another place is not read, and the draft without it is', async () => {
  const { database, journal } = await opened(false)
  await journal.write({ tabId: 'a', position: 0, content: 'first' })
  await journal.writeEdit('a', 1, 'one')
  await journal.writeEdit('a', 2, 'two')
  await database.close()
  const raw = new DatabaseSync(join(folder, 'parley.db'))
  raw.exec(
    'UPDATE draft_edits SET content = (SELECT content FROM draft_edits WHERE number = 2) WHERE number = 1',
  )
  raw.close()
  const second = await opened()
  expect((await second.journal.readAll()).drafts).toEqual([
    { tabId: 'a', position: 0, content: 'first', edits: [] },
  ])
  await second.database.close()
})
