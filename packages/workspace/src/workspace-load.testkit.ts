import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { type HttpRequest, newHttpRequest } from '@parley/model'
import { FaultFiles } from '@parley/testkit'
import { expect, onTestFinished, test } from 'vitest'
import type { Workspace } from './workspace.ts'
import { outline, requestText, unwrap, WorkspaceFixture } from './workspace-fixture.testkit.ts'

/** Returns a fixture with the sample, which is removed after the test. */
function sampleFixture(): WorkspaceFixture {
  const fixture = new WorkspaceFixture()
  onTestFinished(() => fixture.remove())
  fixture.writeSample()
  return fixture
}

/** Reads an HTTP request. */
export async function openHttp(workspace: Workspace, path: string) {
  const { entity, version } = unwrap(await workspace.readItem(path))
  if (entity.kind !== 'http') throw new Error(`It is a ${entity.kind}.`)
  return { entity, version }
}

/** Returns the request with another URL. */
export const withUrl = (request: HttpRequest, url: string): HttpRequest => ({ ...request, url })

/** Tests that opening many requests takes a few operations a folder, and none for each request. */
export function testManyRequests(folders: number, requestsInEach: number): void {
  test('many requests in many folders open with a few operations for each folder', async () => {
    const fixture = sampleFixture()
    for (let folder = 0; folder < folders; folder += 1) {
      const path = `books/f${folder}`
      mkdirSync(join(fixture.folder, path))
      fixture.write(`${path}/folder.yml`, `info:\n  name: F${folder}\n  type: folder\n`)
      for (let index = 0; index < requestsInEach; index += 1)
        fixture.write(`${path}/r${index}.yml`, requestText(`R${index}`, index))
    }
    const files = new FaultFiles(nodeFiles)
    const { tree } = await fixture.open(files)
    expect(outline(tree)).toHaveLength(folders * requestsInEach + folders + 5)
    expect(files.log.length).toBeLessThan(folders * 4 + 50)
  })
}

/** Tests saves of one file, and new entries of one name, by two workspaces at once. */
export function testSavesByTwo(rounds: number, entriesOfEachKind: number): void {
  test('by two processes at once loses neither silently (attacks ST11)', async () => {
    const fixture = sampleFixture()
    // Separate files objects, like two processes: no queue orders these saves.
    const [one, other] = [await fixture.open({ ...nodeFiles }), await fixture.open({ ...nodeFiles })]
    for (let round = 0; round < rounds; round += 1) {
      const { entity, version } = await openHttp(one, 'books/list.yml')
      const texts = [`https://one.test/${round}`, `https://other.test/${round}`]
      const saves = await Promise.all([
        one.saveItem('books/list.yml', { entity: withUrl(entity, texts[0] ?? ''), baseVersion: version }),
        other.saveItem('books/list.yml', { entity: withUrl(entity, texts[1] ?? ''), baseVersion: version }),
      ])
      expect(saves.map(save => save.ok).toSorted()).toEqual([false, true])
      const winner = texts[saves.findIndex(save => save.ok)]
      expect((await openHttp(one, 'books/list.yml')).entity.url).toBe(winner)
    }
  })

  test('by two at once of new requests creates two files', async () => {
    const fixture = sampleFixture()
    const [one, other] = [await fixture.open({ ...nodeFiles }), await fixture.open({ ...nodeFiles })]
    const kinds = {
      request: async (workspace: Workspace, name: string) =>
        unwrap(await workspace.commands.createItem('books', newHttpRequest({ name }))).path,
      folder: async (workspace: Workspace, name: string) =>
        unwrap(await workspace.commands.createFolder('books', name)),
      collection: async (workspace: Workspace, name: string) =>
        unwrap(await workspace.commands.createCollection(name)),
      copy: async (workspace: Workspace) => unwrap(await workspace.commands.duplicate('books/list.yml')),
    }
    for (const [kind, make] of Object.entries(kinds)) {
      for (let round = 0; round < entriesOfEachKind; round += 1) {
        const paths = await Promise.all([make(one, `${kind} ${round}`), make(other, `${kind} ${round}`)])
        expect(new Set(paths).size).toBe(2)
        for (const path of paths) expect(existsSync(join(fixture.folder, path))).toBe(true)
      }
    }
  })
}
