import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { filesWithLongFunctions } from '../scripts/lint/long-functions.ts'
import { generatedRules } from '../scripts/lint/write-generated-rules.ts'
import { lintMessages, root } from './lint.testkit.ts'

/** These tests show that each rule beyond the recommended ones reports what it should. */
const longFunction = `export function long(): number {\n${'  console.log(1)\n'.repeat(61)}  return 1\n}\n`

test.each([
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
  [
    'a default clause, which hides a member that is left out',
    "export function size(one: 'a' | 'b'): number {\n  switch (one) {\n    case 'a':\n      return 1\n    default:\n      return 2\n  }\n}\n",
    'List the cases of a union',
  ],
  ['a function of more than 60 lines', longFunction, 'noExcessiveLinesPerFunction'],
])('lint reports %s', async (_name, source, rule) => {
  const path = 'packages/files/src/probe.ts'
  const messages = await lintMessages({ [path]: source })
  expect(messages.get(path)).toContainEqual(expect.stringContaining(rule))
})

test.each([
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
])('lint reports a cycle of imports %s', async (_name, one, two) => {
  const folder = 'packages/files/src'
  const messages = await lintMessages({ [`${folder}/probe-one.ts`]: one, [`${folder}/probe-two.ts`]: two })
  expect(messages.get(`${folder}/probe-two.ts`)).toContainEqual(expect.stringContaining('noImportCycles'))
})

test('lint reports an import of a view outside of views', async () => {
  const source = "import { App } from '../views/App.tsx'\nexport const probe = App\n"
  const messages = await lintMessages({
    'apps/web/src/workbench/probe.ts': source,
    'apps/web/src/views/Shell/probe.ts': source,
  })
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
  const messages = await lintMessages(Object.fromEntries(sources))
  const isLong = (path: string) =>
    messages.get(`long/${path}`)?.some(one => one.includes('noExcessiveLinesPerFunction')) ?? false
  expect(filesWithLongFunctions.filter(path => !isLong(path))).toEqual([])
})
