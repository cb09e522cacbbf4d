import { expect, onTestFinished, test } from 'vitest'
import { requestText, WorkspaceFixture } from '../workspace-fixture.testkit.ts'
import { describeRefusedListings } from './listed-collections.ts'

/** Writes a collection with a request, and a folder with one. */
export function writeListed(fixture: WorkspaceFixture, path: string, name: string): void {
  fixture.write(`${path}/opencollection.yml`, `opencollection: 1.0.0\ninfo:\n  name: ${name}\n`)
  fixture.write(`${path}/get.yml`, requestText('Get', 1))
  fixture.write(`${path}/deep/folder.yml`, 'info:\n  name: Deep\n  type: folder\n')
  fixture.write(`${path}/deep/in.yml`, requestText('In', 1))
}

/** Writes `workspace.yml` as Bruno writes it. */
export function writeList(fixture: WorkspaceFixture, paths: readonly string[]): void {
  const entries = paths.map(
    path => `  - name: ${JSON.stringify(`Of ${path}`)}\n    path: ${JSON.stringify(path)}\n`,
  )
  fixture.write(
    'workspace.yml',
    `opencollection: 1.0.0\ninfo:\n  name: "W"\n  type: workspace\n\ncollections:\n${entries.join('')}\nspecs:\n\ndocs: ''\n`,
  )
}

/** Tests a list with this many entries that lead out of the workspace. */
export function testManyEntries(count: number): void {
  test(`is one of ${count}, of which few are described (FI8)`, async () => {
    const fixture = new WorkspaceFixture()
    onTestFinished(() => fixture.remove())
    writeListed(fixture, 'collections/good', 'Good')
    writeList(fixture, ['collections/good', ...Array.from({ length: count - 1 }, (_, at) => `../x${at}`)])
    const { tree } = await fixture.open()
    expect(tree.collections.map(({ path }) => path)).toEqual(['collections/good'])
    expect(describeRefusedListings(tree.refused)).toHaveLength(21)
  })
}
