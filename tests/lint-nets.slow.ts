import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it, test } from 'vitest'
import { filesWithLongFunctions } from '../scripts/lint/long-functions.ts'
import { generatedRules } from '../scripts/lint/write-generated-rules.ts'
import { lintMessages, root } from './lint.testkit.ts'

/** These tests show that each rule beyond the recommended ones reports what it should. */
const longFunction = `export function long(): number {\n${'  console.log(1)\n'.repeat(61)}  return 1\n}\n`

const reports = [
  [
    'a promise that nobody waits for',
    'async function wait(): Promise<void> {}\nexport function start(): void {\n  wait()\n}\n',
    'noFloatingPromises',
  ],
  [
    'a promise where nobody takes one',
    'export function start(run: (done: () => void) => void): void {\n  run(async () => {})\n}\n',
    'noMisusedPromises',
  ],
  [
    'a switch that leaves out a member of a union',
    "export function size(one: 'a' | 'b'): number {\n  switch (one) {\n    case 'a':\n      return 1\n  }\n  return 2\n}\n",
    'useExhaustiveSwitchCases',
  ],
  ['a function of more than 60 lines', longFunction, 'noExcessiveLinesPerFunction'],
] as const

/** Two files that import each other. */
const cycles = [
  [
    'at run time',
    "import { two } from './probe-two.ts'\nexport const one = () => two\n",
    "import { one } from './probe-one.ts'\nexport const two = one\n",
  ],
  [
    'of types',
    "import type { Two } from './probe-two.ts'\nexport type One = Two | null\n",
    "import type { One } from './probe-one.ts'\nexport type Two = One\n",
  ],
  [
    'through import()',
    "export const one = () => import('./probe-two.ts')\n",
    "import { one } from './probe-one.ts'\nexport const two = one\n",
  ],
] as const

const viewImport = "import { App } from '../views/App.tsx'\nexport const probe = App\n"
const reportPath = (name: string) => `packages/files/src/${name.replace(/\W/g, '-')}.ts`
const cycleFolder = (name: string) => `packages/files/src/${name.replace(/\W/g, '-')}`

/** What one run of the linter says of all files, by path. */
let messages: ReadonlyMap<string, readonly string[]> = new Map()

beforeAll(async () => {
  messages = await lintMessages(
    Object.fromEntries([
      ...reports.map(([name, source]) => [reportPath(name), source]),
      ...cycles.flatMap(([name, one, two]) => [
        [`${cycleFolder(name)}/probe-one.ts`, one],
        [`${cycleFolder(name)}/probe-two.ts`, two],
      ]),
      ['apps/web/src/workbench/probe.ts', viewImport],
      ['apps/web/src/views/Shell/probe.ts', viewImport],
    ]),
  )
})

test.each(reports)('lint reports %s', (name, _source, rule) => {
  expect(messages.get(reportPath(name))).toContainEqual(expect.stringContaining(rule))
})

test.each(cycles)('lint reports a cycle of imports %s', name => {
  const path = `${cycleFolder(name)}/probe-two.ts`
  expect(messages.get(path)).toContainEqual(expect.stringContaining('noImportCycles'))
})

test('lint reports an import of a view outside of views', () => {
  expect(messages.get('apps/web/src/workbench/probe.ts')).toContainEqual(
    expect.stringContaining('imports from views'),
  )
  expect(messages.get('apps/web/src/views/Shell/probe.ts') ?? []).toEqual([])
})

it('the generated rules match the lists', async () => {
  const written = JSON.parse(await readFile(join(root, 'biome.generated.json'), 'utf8'))
  expect(written, 'npm run lint:write renews them').toEqual(generatedRules())
})

test('each file that may have a long function has one', async () => {
  const sources = await Promise.all(
    filesWithLongFunctions.map(
      async path => [`long/${path}`, await readFile(join(root, path), 'utf8')] as const,
    ),
  )
  const found = await lintMessages(Object.fromEntries(sources))
  const isLong = (path: string) =>
    found.get(`long/${path}`)?.some(one => one.includes('noExcessiveLinesPerFunction')) ?? false
  expect(filesWithLongFunctions.filter(path => !isLong(path))).toEqual([])
})
