import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { hostileArchives, makeZip, waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import type { ImportEvent, ImportSourceInput } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'

/** Starts a server for the tests of a file, with what they do in its windows. */
export function useImportFixture() {
  const running = useSharedServerWithSamples({ windowGraceMs: 0 })
  async function upload(
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
    windowId = running.window.windowId,
  ): Promise<string> {
    const query = new URLSearchParams({ windowId, name })
    const response = await fetch(`${running.server.origin}/picked-files?${query}`, {
      method: 'POST',
      headers: { 'parley-token': running.server.token, 'content-type': 'application/octet-stream' },
      body: content,
    })
    return ((await response.json()) as { filePath: string }).filePath
  }

  async function start(source: ImportSourceInput): Promise<string> {
    const importId = randomUUID()
    await running.client.imports.start({ windowId: running.window.windowId, importId, source })
    return importId
  }

  async function reach<State extends ImportEvent['state']>(importId: string, state: State) {
    const latest = () =>
      running.window.events
        .filter(event => event.type === 'import')
        .findLast(event => event.importId === importId)
    await waitFor(
      () => latest()?.state === state || latest()?.state === 'failed',
      () => `the import ${state}, and it is ${latest()?.state}`,
      // The import starts a thread for itself, which takes long on a busy machine.
      { timeoutMs: 60_000 },
    )
    const event = latest()
    if (event?.state !== state) throw new Error(JSON.stringify(event))
    return event as Extract<ImportEvent, { state: State }>
  }
  return { running, upload, start, reach }
}

/** Tests that hostile archives are refused. */
export function testHostileArchives(
  { running, upload, start, reach }: ReturnType<typeof useImportFixture>,
  names: readonly string[],
): void {
  test.each(names)('an archive with %s is refused as a whole', async name => {
    const archive = hostileArchives[name]
    if (archive === undefined) throw new Error(name)
    const before = globSync('**/*.yml', { cwd: running.folder })
    const filePath = await upload('evil.zip', Uint8Array.from(makeZip(archive.entries())))
    const importId = await start({ kind: 'files', name: 'evil.zip', files: [{ filePath, path: 'evil.zip' }] })
    const failed = await reach(importId, 'failed')
    expect(failed.sentence).toContain(archive.sentence)
    expect(globSync('**/*.yml', { cwd: running.folder })).toEqual(before)
  })
}
