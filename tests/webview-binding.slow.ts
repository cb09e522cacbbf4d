import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { root, runTool } from './lint.testkit.ts'

const isInstalled = existsSync(join(root, 'node_modules/@webviewjs/webview'))

test(
  'the installed binding of the webview has what the desktop app uses of it',
  needs(isInstalled, '@webviewjs/webview (npm install)'),
  async () => {
    const folder = await mkdtemp(join(root, 'apps/desktop', 'probe-'))
    try {
      await writeFile(
        join(folder, 'probe.ts'),
        `import type * as Installed from '@webviewjs/webview'
import type { WebviewBinding } from '../src/hosts/webview/webview-binding.ts'
declare const installed: typeof Installed
export const used: WebviewBinding = installed
`,
      )
      const config = { extends: '../tsconfig.json', include: ['probe.ts'], exclude: [] }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
      const { code, output } = await runTool('typescript/bin/tsc', ['-p', join(folder, 'tsconfig.json')])
      expect(output).toBe('')
      expect(code).toBe(0)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
