import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestExample } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { beforeEach, expect, test } from 'vitest'
import type { LibraryExample, LibraryNode } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'

const running = useSharedServerWithSamples()
let id: string
let path: string

const example = (name: string, reasonPhrase: string): RequestExample => ({
  name,
  response: { statusCode: 200, reasonPhrase, headers: [] },
})

function requestsIn(nodes: readonly LibraryNode[]): readonly Extract<LibraryNode, { kind: 'request' }>[] {
  return nodes.flatMap(node => (node.kind === 'request' ? [node] : requestsIn(node.children)))
}

async function requestInTree() {
  const { collections } = await running.client.library.readTree()
  const found = requestsIn(collections).find(({ name }) => name === 'Get a book')
  if (found === undefined) throw new Error('It is part of the sample.')
  return found
}

const listed = async (): Promise<readonly LibraryExample[]> => (await requestInTree()).examples ?? []

/** Saves a list of examples, as the page does. */
async function save(next: (examples: readonly RequestExample[]) => readonly RequestExample[]): Promise<void> {
  const { request, version } = await running.client.library.readRequest({ id })
  const examples = [...next(request.examples)]
  const saved = await running.client.library.saveRequest({
    id,
    request: { ...request, examples },
    baseVersion: version,
  })
  expect(saved.state).toBe('saved')
}

beforeEach(async () => {
  path = join(running.workspaceFolder, 'Bookshop API', 'Books', 'Get a book.yml')
  ;({ id } = await requestInTree())
  await save(() => [example('200 OK', 'First'), example('200 OK', 'Second'), example('Other', 'Third')])
})

test('examples keep their IDs in the tree while they are moved, renamed, edited and copied', async () => {
  const [first, second, third] = await listed()
  await save(([one, two, three]) => [two, three, one].flatMap(each => each ?? []))
  expect((await listed()).map(one => one.id)).toEqual([second?.id, third?.id, first?.id])
  await save(([two, ...others]) => [{ ...two, name: 'Renamed' }, ...others])
  expect((await listed()).map(one => one.id)).toEqual([second?.id, third?.id, first?.id])
  await save(([two, , one]) => [two, example('Other', 'Edited'), one].flatMap(each => each ?? []))
  expect((await listed()).map(one => one.id)).toEqual([second?.id, third?.id, first?.id])
  await save(([two, ...others]) =>
    [two, two && { ...two, name: 'Copy' }, ...others].flatMap(each => each ?? []),
  )
  const [, copy, ...others] = await listed()
  expect(others.map(one => one.id)).toEqual([third?.id, first?.id])
  expect([first?.id, second?.id, third?.id]).not.toContain(copy?.id)
})

test('a request that is read names its examples as the tree does, also before the tree has a change of its file', async () => {
  const before = await listed()
  expect((await running.client.library.readRequest({ id })).exampleIds).toEqual(before.map(one => one.id))
  const text = readFileSync(path, 'utf8')
  const [head = '', first = '', second = '', third = ''] = text.split(/^(?= {2}- name: )/m)
  writeFileSync(path, [head, second, third.trimEnd(), '\n', first].join(''))
  const { request, exampleIds } = await running.client.library.readRequest({ id })
  expect(request.examples.map(({ response }) => response?.reasonPhrase)).toEqual(['Second', 'Third', 'First'])
  expect(exampleIds).toEqual([before[1]?.id, before[2]?.id, before[0]?.id])
  await waitFor(async () => (await listed())[1]?.name === 'Other', 'the tree to follow')
  expect((await listed()).map(one => one.id)).toEqual(exampleIds)
})

test('an example that another program deletes is not taken for another one of its name', async () => {
  const before = await listed()
  const text = readFileSync(path, 'utf8')
  const [head = '', , second = '', third = ''] = text.split(/^(?= {2}- name: )/m)
  writeFileSync(path, [head, second, third].join(''))
  const { exampleIds } = await running.client.library.readRequest({ id })
  expect(exampleIds).toEqual([before[1]?.id, before[2]?.id])
})
