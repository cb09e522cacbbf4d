import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('.', import.meta.url))
const statement = /^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'|^import '(\.[^']+)'/gm

/** Returns the files of the command line that a file loads at once, without those of `import()`. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const path = join(source, file)
  if (!file.endsWith('.ts') || !existsSync(path)) return seen
  for (const [, from, alone] of readFileSync(path, 'utf8').matchAll(statement))
    loadedBy(relative(source, join(dirname(path), from ?? alone ?? '')), seen)
  return seen
}

// A real start lists the same in real-program.slow.ts.
test('the version loads nothing but the version', () => {
  expect([...loadedBy('main.ts')]).toEqual(['main.ts', 'version.ts', '../package.json'])
})

test('the help of a command loads no command', () => {
  const loaded = [...loadedBy('run-command-line.ts')]
  expect(loaded).toContain('send/define-send-command.ts')
  expect(loaded.filter(path => /-command\.ts$/.test(path) && !path.includes('/define-'))).toEqual([])
})

test('a send loads only what its options ask for', () => {
  const loaded = loadedBy('send/send-command.ts')
  expect(loaded).toContain('send/read-send.ts')
  for (const part of [
    'send/json-document.ts',
    'send/timing-table.ts',
    'send/progress-line.ts',
    'send/message-printer.ts',
    'saved/read-saved-request.ts',
    'run/run-host.ts',
  ])
    expect(loaded).not.toContain(part)
})
