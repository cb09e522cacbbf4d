import { waitFor } from '@parley/testkit'
import { expect, onTestFinished, test } from 'vitest'
import type { WorkspaceChanges } from '../tree/known-workspace.ts'
import { outline, requestText, WorkspaceFixture } from '../workspace-fixture.testkit.ts'

/** Tests changes of many files at once, by another program. */
export function testManyChanges(count: number): void {
  test('of many files at once is reported in few batches (attacks ST8)', async () => {
    const fixture = new WorkspaceFixture()
    onTestFinished(() => fixture.remove())
    fixture.writeSample()
    const write = (word: string) => {
      for (let index = 0; index < count; index += 1)
        fixture.write(`books/f${index % 20}/r${index}.yml`, requestText(`${word} ${index}`, index))
    }
    write('Before')
    const workspace = await fixture.open()
    const batches: WorkspaceChanges[] = []
    const watch = workspace.watch(changes => batches.push(changes))
    onTestFinished(() => watch.close())
    write('After')
    const changed = () => outline(workspace.tree).filter(line => line.includes('After')).length
    await waitFor(() => changed() === count, 'all changes', { intervalMs: 50 })
    // A batch each half second while the files are being written, and not one for each file.
    expect(batches.length).toBeLessThan(10)
    expect(batches.flatMap(batch => batch.changed).length).toBeGreaterThanOrEqual(count)
  })
}
