import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))

/** The files that reach the process; all others get an `Io`, so that many commands can run in one process. */
const reachProcess = [
  'cache-compiled-code.ts',
  'hand-over.ts',
  'io/process-io.ts',
  'io/run-with-streams.ts',
  'io/start-pager.ts',
  'main.ts',
  'output/report-crash.ts',
]

const members = /\bprocess\b(?!\.(?:execPath|pid|platform|version|versions)\b)/

/** Returns the code of a file without its comments. */
function codeOf(path: string): string {
  const text = readFileSync(`${source}/${path}`, 'utf8')
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
}

/** Whether code uses what a process has only once: streams, environment, folder, signals and exit code. */
const reaches = (code: string) =>
  code
    .split('\n')
    .some(line => members.test(line.replace(/'[^']*'|`[^`]*`/g, '')) || line.includes("'node:process'"))

test('only the files that are listed reach the streams, environment, folder and signals of the process', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter(
    path => !/\.(?:test|slow|testkit)\.ts$/.test(path),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(path => reaches(codeOf(path))).toSorted()).toEqual(reachProcess)
})

test.each([
  ['process.stdout.write(text)', true],
  ['const { env } = process', true],
  ["process.once('SIGINT', stop)", true],
  ["import { stdin } from 'node:process'", true],
  ['spawn(process.execPath, args)', false],
  ["print('the process.stdout of this')", false],
  ['processId: 7', false],
])('%s: %s', (code, isFound) => {
  expect(reaches(code)).toBe(isFound)
})
