import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { processIo } from '../../../apps/cli/src/io/process-io.ts'
import { defineCommandLine } from '../../../apps/cli/src/run-command-line.ts'
import type { CommandLineTexts } from './make-deb.ts'
import { type ManPageFacts, manPages } from './man-pages.ts'

/** Returns the man pages and the completions, which come from the definitions of the commands. */
export function commandLineTexts(root: string, facts: ManPageFacts): CommandLineTexts {
  const completion = (shell: string) =>
    execFileSync(process.execPath, [join(root, 'apps/cli/dist/parley.js'), 'completion', shell], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_DISABLE_COMPILE_CACHE: '1' },
    })
  return {
    manPages: manPages(defineCommandLine(processIo()).program, facts),
    completions: { bash: completion('bash'), zsh: completion('zsh'), fish: completion('fish') },
  }
}
