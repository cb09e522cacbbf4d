import { type Collection, type Item, newHttpRequest } from '@parley/model'
import { expect, onTestFinished, test } from 'vitest'
import { outline, unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'
import { emptyCollection, emptyFolder } from './entry-edits.ts'

/** Returns a request with this name. */
export const request = (name: string, url = 'https://a.test') => newHttpRequest({ name, url })

/** Returns a folder with these items. */
export const folder = (name: string, items: readonly Item[]) => ({ ...emptyFolder, name, items })

/** Returns what adds a collection with these fields. */
export const added = (fields: Partial<Collection>) => ({
  collection: { ...emptyCollection, name: 'Added', ...fields },
  secretVariables: [],
  notes: [],
})
/** Tests a collection with this many requests of one name and a deep folder. */
export function testManyOfOneName(count: number): void {
  test('many requests of one name, and folders 90 deep, are all added', async () => {
    const fixture = new WorkspaceFixture()
    onTestFinished(() => fixture.remove())
    fixture.writeSample()
    const workspace = await fixture.open()
    let deep: Item = request('deepest')
    for (let depth = 0; depth < 90; depth += 1)
      deep = folder(`A folder with a rather long name ${depth}`, [deep])
    const items = [...Array.from({ length: count }, () => request('Same')), deep]
    unwrap(await workspace.commands.addCollection(added({ items })))
    const lines = outline(workspace.tree)
    expect(lines.filter(line => line.includes('Same'))).toHaveLength(count)
    expect(lines.filter(line => line.includes('deepest'))).toHaveLength(1)
  })
}
