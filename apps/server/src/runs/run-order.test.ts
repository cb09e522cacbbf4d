import { newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { startTestServer } from '../start-test-server.testkit.ts'
import { watchWindow } from '../watch-window.testkit.ts'
import { collectionOf, runEnd, startRun } from './run-fixture.testkit.ts'

test('a run of the page follows the order of the sidebar, also after a move (behaviour, Order)', async () => {
  const running = await startTestServer()
  const window = await watchWindow(running.client)
  const { client, demo } = running
  const request = (name: string) => newHttpRequest({ name, url: `${demo.baseUrl}/books/1204` })
  const idOf = (done: { readonly state: string }) => {
    if (!('id' in done) || typeof done.id !== 'string') throw new Error(JSON.stringify(done))
    return done.id
  }
  const create = async (parentId: string, name: string) =>
    idOf(await client.library.createRequest({ parentId, request: request(name) }))
  const sent = async (targetId: string) => {
    const runId = await startRun(client, window, targetId)
    await runEnd(window, runId)
    const { rows } = await client.runs.readRows({ runId, from: 0, limit: 50 })
    return rows.map(row => row.name)
  }
  const shop = await collectionOf(client, 'Shop', [request('login')])
  const books = idOf(await client.library.createFolder({ parentId: shop, name: 'Books' }))
  await create(books, 'second')
  const archive = idOf(await client.library.createFolder({ parentId: books, name: 'Archive' }))
  await create(archive, 'deep')
  const first = await create(books, 'first')
  const about = await create(shop, 'about')
  expect(await sent(shop)).toEqual(['login', 'second', 'deep', 'first', 'about'])
  expect(await sent(books)).toEqual(['second', 'deep', 'first'])
  await client.library.move({ id: about, parentId: shop, index: 0 })
  await client.library.move({ id: first, parentId: books, index: 1 })
  await client.library.move({ id: books, parentId: shop, index: 2 })
  expect(await sent(shop)).toEqual(['about', 'login', 'second', 'first', 'deep'])
  await window.close()
  await running.close()
})
