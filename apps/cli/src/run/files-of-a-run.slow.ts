import { execFileSync } from 'node:child_process'
import { test } from 'vitest'
import { runProgram } from '../run-program.testkit.ts'
import {
  allCases,
  expectStrangePaths,
  strangePaths,
  testFilesOfRuns,
  writeFiles,
} from './files-of-a-run.testkit.ts'
import { expectCode, expectSent, fileUses, layoutNames, layouts } from './places-of-files.testkit.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

testFilesOfRuns(fixture, () => allCases)

test.each(layoutNames)('in %s, paths start in the folder of the collection', async layout => {
  await layouts[layout].write(fixture)
  for (const use of fileUses)
    for (const at of [0, 1, 2, 3]) {
      await expectSent(fixture, layout, use, at)
      await expectCode(fixture, layout, use, at)
    }
})

test('a pipe ends neither the run nor the program, and the folder of the process is that of the run', async () => {
  writeFiles(fixture)
  execFileSync('mkfifo', [fixture.path('s/pipe')])
  const strange = { ...strangePaths, pipe: 'FILE_NOT_READ', '/proc/self/cwd/s/up.txt': null } as const
  await expectStrangePaths(fixture, strange, async args => {
    const { code, stdout, stderr } = await runProgram(['run', ...args], { cwd: fixture.path('.') })
    return { code, stdout: stdout.toString(), stderr }
  })
})
