import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { ScriptJob } from '../sandbox/worker-protocol.ts'
import { warmUpJob } from './warm-up-job.ts'

const job = (source: string, fields: Partial<ScriptJob> = {}): ScriptJob => ({
  ...warmUpJob,
  source,
  ...fields,
})

/** Runs a program with the pool's exports in its own process, and resolves to its output. */
function printedBy(program: string): Promise<string> {
  const source = fileURLToPath(new URL('../index.ts', import.meta.url))
  const host = '{ send: async () => ({}), readBody: async () => null }'
  const before = `import { ScriptPool } from ${JSON.stringify(source)}; const pool = new ScriptPool(); await pool.warmUp();
    const run = job => pool.run(job, ${host}, new AbortController().signal);`
  return new Promise((resolve, reject) =>
    execFile(process.execPath, ['--input-type=module', '-e', before + program], (error, out) =>
      error ? reject(error) : resolve(out),
    ),
  )
}

test('a process with only a pool exits by itself', async () => {
  const output = await printedBy(`const { tests } = await run(${JSON.stringify(job('test("t", () => {})'))});
    process.stdout.write(String(tests.length))`)
  expect(output).toBe('1')
})

/** Runs scripts of at most two seconds each in their own process. */
async function runBombs(sources: readonly string[]) {
  const jobs = sources.map(source => job(source, { budget: { ownMs: 2_000, requestMs: 2_000 } }))
  const ordinary = JSON.stringify(job('test("t", () => {})'))
  // The system records the peak of memory, so that no moment between two samples is missed.
  const output = await printedBy(`const peakMb = () => process.resourceUsage().maxRSS / 1024;
    for (let warm = 0; warm < 3; warm += 1) await run(${ordinary});
    const before = peakMb();
    const verdicts = [];
    for (const bomb of ${JSON.stringify(jobs)}) verdicts.push((await run(bomb)).verdict);
    const grownMb = peakMb() - before;
    const { tests } = await run(${ordinary});
    process.stdout.write(JSON.stringify({ grownMb, verdicts, testsOfNext: tests.length }))`)
  const ended: { grownMb: number; verdicts: string[]; testsOfNext: number } = JSON.parse(output)
  return ended
}

const bombs = [
  ['a loop', 'for (;;) {}'],
  ['a catastrophic pattern', "/^(a+)+$/.test('a'.repeat(32) + '!')"],
  ['a long sort', 'const a = Array.from({ length: 3e6 }, Math.random); for (;;) a.sort()'],
  ['buffers that pile up', 'const a = []; for (;;) a.push(new ArrayBuffer(1 << 20))'],
  ['texts that pile up', 'const a = []; for (;;) a.push("x".repeat(1 << 20) + a.length)'],
] as const

test.each(bombs)('%s makes the process grow by less than 100 MB (SB2)', async (_, source) => {
  const { grownMb, verdicts, testsOfNext } = await runBombs([source])
  expect(verdicts[0]).toMatch(/timeout|outOfMemory/)
  expect(grownMb).toBeLessThan(100)
  expect(testsOfNext).toBe(1)
})

test('memory bombs in a row do not add up (SB2)', async () => {
  const [, , , buffers] = bombs
  const sources = Array.from({ length: 20 }, () => buffers[1])
  const { grownMb, verdicts } = await runBombs(sources)
  expect(verdicts).toEqual(sources.map(() => 'outOfMemory'))
  // Both threads and the ones they replace, whose memory is freed later; all twenty would use 1,200 MB.
  expect(grownMb).toBeLessThan(400)
})

test('scripts that use much memory, one after the other, do not add up (SB2)', async () => {
  const sources = Array.from(
    { length: 20 },
    () => 'const a = []; while (a.length < 40) a.push(new ArrayBuffer(1 << 20))',
  )
  const { grownMb, verdicts } = await runBombs(sources)
  expect(verdicts).toEqual(sources.map(() => 'completed'))
  expect(grownMb).toBeLessThan(400)
})
