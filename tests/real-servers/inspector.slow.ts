import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { useMcpFixture } from '../../apps/cli/src/mcp/mcp-fixture.testkit.ts'
import { refusals } from '../../apps/cli/src/mcp/refusals.testkit.ts'
import { missingPackages, packagesFolder } from './package-servers.mjs'

const fixture = useMcpFixture()
const parley = fileURLToPath(new URL('../../apps/cli/dist/parley.js', import.meta.url))
const inspector = join(packagesFolder, '@modelcontextprotocol/inspector/clients/launcher/build/index.js')

/** Asks `parley mcp` through the Inspector, and returns the JSON that it shows. */
async function inspect(args: readonly string[]): Promise<unknown> {
  const home = fixture.path('inspector-home')
  mkdirSync(home, { recursive: true })
  const server = [process.execPath, parley, 'mcp', ...fixture.writeApi(), '--allow-write']
  const child = spawn(process.execPath, [inspector, '--cli', ...server, ...args], {
    cwd: fixture.path('.'),
    env: { ...process.env, ...fixture.env(), HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [shown, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  try {
    return JSON.parse(shown)
  } catch {
    throw new Error(`The Inspector shows ${shown} ${said}`)
  }
}

test('the Inspector lists every tool', needs(missingPackages === '', missingPackages), async () => {
  const names = Object.keys(refusals).map(name => expect.objectContaining({ name }))
  expect(await inspect(['--method', 'tools/list'])).toMatchObject({ tools: expect.arrayContaining(names) })
})

for (const [name, [args, part]] of Object.entries(refusals))
  test(
    `the Inspector shows why ${name} refuses`,
    needs(missingPackages === '', missingPackages),
    async () => {
      const given = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`])
      const shown = await inspect(['--method', 'tools/call', '--tool-name', name, ...given])
      expect(shown).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(part) }] })
    },
  )
