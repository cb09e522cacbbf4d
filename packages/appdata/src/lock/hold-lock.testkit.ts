import { acquireLock } from './acquire-lock.ts'

/** Run as a program: acquires the lock of a folder, prints the outcome, and keeps it until it is killed. */
const [, program, folder, address] = process.argv
if (program?.endsWith('hold-lock.testkit.ts') && folder !== undefined && address !== undefined) {
  const outcome = await acquireLock(folder, { isAnswering: async () => true, waitMs: 30_000 })
  if (outcome.state === 'owned') await outcome.lock.publish(address)
  process.stdout.write(`${outcome.state} ${outcome.state === 'running' ? outcome.instance.address : ''}\n`)
  if (outcome.state === 'owned') setInterval(() => {}, 60_000)
}
