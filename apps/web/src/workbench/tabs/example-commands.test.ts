import { newHttpRequest, type RequestExample } from '@parley/model'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createDocumentServices } from '../documents/document-services.ts'
import { createExampleCommands } from './example-commands.ts'

const example = (name: string, reasonPhrase: string): RequestExample => ({
  name,
  response: { statusCode: 200, reasonPhrase, headers: [] },
})

/** A request with three examples, two of one name; the server knows each by its content. */
function setUp() {
  const window = createTestWindow()
  const services = createDocumentServices(
    createStore(() => ({ tabs: [], activeTabId: null })),
    window,
  )
  const disk = {
    version: 1,
    examples: [example('200 OK', 'a'), example('200 OK', 'b'), example('Other', 'c')],
    /** Another program writes the file. */
    write(examples: RequestExample[]): void {
      disk.version += 1
      disk.examples = examples
    },
  }
  const calls = {
    readRequestIfThere: async () => ({
      request: newHttpRequest({ examples: disk.examples }),
      version: `v${disk.version}`,
      file: null,
      exampleIds: disk.examples.map(one => one.response?.reasonPhrase ?? null),
    }),
    async saveRequest({ request }: { readonly request: { readonly examples: readonly RequestExample[] } }) {
      disk.write([...request.examples])
      return { state: 'saved', version: `v${disk.version}` } as const
    },
  }
  const readExample = () => Promise.reject(new Error('Not read here.'))
  return {
    disk,
    window,
    commands: createExampleCommands(calls, { readExample }, services),
    names: () => disk.examples.map(({ name, response }) => `${name} ${response?.reasonPhrase}`),
  }
}

const first = { requestId: 'r', exampleId: 'a' }

it('acts on the same example while it is moved, without waiting', async () => {
  const { commands, names } = setUp()
  const done = [
    commands.move(first, 1),
    commands.move(first, 1),
    commands.rename(first, 'Renamed'),
    commands.duplicate(first),
  ]
  await Promise.all(done)
  expect(names()).toEqual(['200 OK b', 'Other c', 'Renamed a', 'Renamed copy a'])
})

const commandNames = ['rename', 'duplicate', 'move', 'remove'] as const

it.each(commandNames)('%s finds an example that another program moved', async name => {
  const { commands, disk, names } = setUp()
  const [one, two, three] = disk.examples
  disk.write([three, two, one].flatMap(each => each ?? []))
  await run(commands, name)
  expect(names()).toEqual(
    {
      rename: ['Other c', '200 OK b', 'Renamed a'],
      duplicate: ['Other c', '200 OK b', '200 OK a', '200 OK copy a'],
      move: ['Other c', '200 OK b', '200 OK a'],
      remove: ['Other c', '200 OK b'],
    }[name],
  )
})

it.each(commandNames)(
  '%s leaves its neighbour alone if another program deleted it, and says so',
  async name => {
    const { commands, disk, names, window } = setUp()
    disk.write(disk.examples.slice(1))
    const problem = await run(commands, name)
    expect(names()).toEqual(['200 OK b', 'Other c'])
    expect([problem, ...window.shown.map(({ text }) => text)]).toContain(
      'This example was deleted or changed by another program. Choose it again in the sidebar.',
    )
  },
)

it('restores what was deleted, and tells which example it added', async () => {
  const { commands, names, window } = setUp()
  await commands.remove({ requestId: 'r', exampleId: 'b' })
  expect(names()).toEqual(['200 OK a', 'Other c'])
  await window.shown.at(-1)?.action?.run()
  await expect.poll(names).toEqual(['200 OK a', '200 OK b', 'Other c'])
  expect(await commands.add('r', example('200 OK', 'd'))).toEqual({ ok: true, value: 'd' })
})

function run(
  commands: ReturnType<typeof createExampleCommands>,
  name: (typeof commandNames)[number],
): Promise<unknown> {
  if (name === 'rename') return commands.rename(first, 'Renamed')
  return name === 'move' ? commands.move(first, 1) : commands[name](first)
}
