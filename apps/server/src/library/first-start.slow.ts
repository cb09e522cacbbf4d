import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { sampleWorkspace } from '@parley/workspace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestClient } from '../start-test-server.testkit.ts'
import { StartedPrograms } from '../started-programs.testkit.ts'

let programs: StartedPrograms

beforeEach(() => {
  programs = new StartedPrograms()
})

afterEach(() => programs.close())

interface Named {
  readonly kind?: string
  readonly name?: string
  readonly items?: readonly Named[]
  readonly children?: readonly Named[]
}

/** Returns every name with its depth, in order. */
function outline(nodes: readonly Named[], depth = 0): readonly string[] {
  return nodes.flatMap(({ name = '', items, children }) => [
    `${' '.repeat(depth)}${name}`,
    ...outline(items ?? children ?? [], depth + 1),
  ])
}

test('a first start that is killed while it writes the sample leaves no part of it, and the next start writes all of it', async () => {
  const workspaces = join(programs.home, 'workspaces')
  for (const fileCount of [1, 4, 9]) {
    const first = programs.start(['--no-open', '--no-demo'])
    await waitFor(() => written(workspaces) >= fileCount, 'the sample to be begun', {
      timeoutMs: 30_000,
    })
    first.child.kill('SIGKILL')
    await first.ended
  }
  const { origin, token } = await programs.addressOf(programs.start(['--no-open', '--no-demo']))
  const { collections } = await createTestClient({ origin, token }).library.readTree()
  expect(outline(collections)).toEqual(outline(sampleWorkspace().collections))
  expect(readdirSync(workspaces)).toEqual(['bookshop'])
})

/** Counts the files, including temporary ones. */
function written(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).length
}
