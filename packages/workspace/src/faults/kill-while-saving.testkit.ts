import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { randomFrom } from '@parley/testkit/random'
import { readDocument } from '../documents/document.ts'
import { itemFormat } from '../documents/document-format.ts'
import { requestText } from '../workspace-fixture.testkit.ts'

const program = fileURLToPath(new URL('save-in-a-loop.testkit.ts', import.meta.url))

/** The result of all kills: the number of incomplete files, and of temporary files left behind. */
export interface KillReport {
  readonly broken: readonly string[]
  readonly leftFiles: number
}

/** Repeatedly kills a process that saves, at a random moment of its first 40 ms (attacks ST1). */
export async function killWhileSaving(kills: number, random = randomFrom(1)): Promise<KillReport> {
  const parent = mkdtempSync(join(tmpdir(), 'kill-test-'))
  const folder = join(parent, 'books')
  mkdirSync(folder)
  writeFileSync(join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Books\n')
  writeFileSync(join(folder, 'list.yml'), requestText('List', 1))
  const broken: string[] = []
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const child = spawn(process.execPath, [program, folder, join(parent, 'trash')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await saving(child)
      await wait(random() * 40)
      child.kill('SIGKILL')
      await once(child, 'close')
      const bytes = readFileSync(join(folder, 'list.yml'))
      if (!isWhole(bytes)) broken.push(bytes.toString())
    }
    return { broken, leftFiles: readdirSync(folder).filter(name => name.endsWith('.tmp')).length }
  } finally {
    rmSync(parent, { recursive: true })
  }
}

/** Returns whether a file is complete: the length of each round's text depends on its number. */
function isWhole(bytes: Uint8Array): boolean {
  const read = readDocument(bytes, itemFormat)
  if (!read.ok || read.value.entity.kind !== 'http') return false
  const { docs = '' } = read.value.entity
  const round = Number(/^round (\d+)\n/.exec(docs)?.[1] ?? 0)
  return docs === `round ${round}\n`.repeat(round * 50)
}

async function saving(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error('The process has no output.')
  for await (const chunk of child.stdout) if (String(chunk).includes('saving')) return
  throw new Error('The process ended before it saved.')
}
