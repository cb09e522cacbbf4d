import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formsOfCanary, useMcpFixture } from './mcp-fixture.testkit.ts'
import { beginRaw, call, message } from './raw-agent.testkit.ts'

/** Arguments with which each call of a tool would do something. */
const rightArguments: Readonly<Record<string, object>> = {
  list_requests: { search: 'list' },
  get_request: { path: 'shop/list.yml' },
  send_request: { path: 'shop/list.yml', variables: { note: 'n' } },
  read_body: { handle: 'none', search: 'a' },
  run_collection: { path: 'shop/list.yml' },
  list_history: {},
  get_run: { id: 'send-1' },
  save_request: { path: 'shop/list.yml', name: 'Listed' },
  create_request: { folder: 'shop', name: 'New', method: 'GET', url: '{{base}}/new' },
}

interface Schema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
}

/** What the tools declare. */
interface Tool {
  readonly name: string
  readonly inputSchema: Schema
}

/** What may be written, with which options, and where the files are that may change. */
const modesOf = {
  readOnly: ['nothing', ['--read-only'], 'nothing/'],
  usual: ['nothing', [], 'nothing/'],
  writing: ['only requests of the collection', ['--allow-write'], 'api/shop/'],
} as const

/**
 * Tests each tool with each hostile text in each argument that is a text: everything is answered, nothing outside of the workspace
 * is read or changed, and without `--allow-write` nothing at all.
 * @param textsAt - returns hostile texts; `outside` is the path of a file that agents may not read
 */
export function testArguments(
  modes: readonly (keyof typeof modesOf)[],
  textsAt: (outside: string) => readonly string[],
): void {
  const fixture = useMcpFixture()

  /** Returns what is in each file below the fixture, except `except`. */
  const digests = (except: string) =>
    Object.fromEntries(
      globSync('**/*', { cwd: fixture.path('.') })
        .filter(path => !path.startsWith(except) && statSync(fixture.path(path)).isFile())
        .toSorted()
        .map(path => [
          path,
          createHash('sha256')
            .update(readFileSync(fixture.path(path)))
            .digest('hex'),
        ]),
    )

  test.each(modes.map(mode => modesOf[mode]))(
    '%s is written by any tool, whatever its arguments are, with %j (MC2)',
    async (_, mode, mayChange) => {
      const args = fixture.writeApi()
      const raw = await beginRaw(fixture.startRaw([...args, ...mode]))
      await raw.write(message('tools', 'tools/list'))
      const listed = await raw.next(({ id }) => id === 'tools')
      const tools = listed.result?.tools as readonly Tool[]
      expect(tools.map(({ name }) => name).filter(name => rightArguments[name] === undefined)).toEqual([])
      const before = digests(mayChange)
      let calls = 0
      for (const { name, inputSchema } of tools) {
        const texts = Object.entries(inputSchema.properties ?? {}).filter(([, { type }]) => type === 'string')
        for (const [argument] of texts)
          for (const text of textsAt(fixture.path('secret.txt'))) {
            calls += 1
            await raw.write(call(calls, name, { ...rightArguments[name], [argument]: text }))
            const { result, error } = await raw.next(({ id }) => id === calls)
            expect(result ?? error, `${name} ${argument} ${text.slice(0, 50)}`).toBeDefined()
          }
      }
      expect(calls).toBeGreaterThan(tools.length)
      expect(digests(mayChange)).toEqual(before)
      for (const form of formsOfCanary()) expect(raw.stdout() + raw.stderr()).not.toContain(form)
      expect(Object.prototype).not.toHaveProperty('polluted')
      expect(fixture.evil.requests).toEqual([])
    },
  )
}
