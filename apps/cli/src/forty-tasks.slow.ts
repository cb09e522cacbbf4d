import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { useRunFixture } from './run/run-fixture.testkit.ts'
import { bundledProgram } from './run-program.testkit.ts'

const fixture = useRunFixture()
const page = readFileSync(new URL('../../../docs/tasks.md', import.meta.url), 'utf8')

/** The rows of the tables: number, task, and what one types in Parley. */
const tasks = page
  .split('\n')
  .filter(line => /^\| \d+ /.test(line))
  .map(line => line.replaceAll('\\|', '\0').split('|'))
  .map(([, number = '', task = '', typed = '']) => ({
    number: Number(number),
    task: task.trim(),
    command: typed.trim().replace(/^`|`$/g, '').replaceAll('\0', '|'),
  }))

/** Runs a line as a shell does, where `parley` is the built program and port 3000 that of the sink. */
async function typed(line: string) {
  const parley = `parley() { ${JSON.stringify(process.execPath)} ${JSON.stringify(bundledProgram)} "$@"; }`
  const child = spawn('sh', ['-c', `${parley}\n${line.replaceAll('3000', String(fixture.sink.port))}`], {
    cwd: fixture.path('.'),
    env: { PATH: process.env.PATH, PARLEY_KEYCHAIN: 'off', PARLEY_HOME: fixture.path('home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let shown = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (shown += text.toString()))
  const code = await new Promise(resolve => child.once('close', resolve))
  return { code, shown }
}

beforeEach(() => {
  fixture.workspace()
  fixture.write('book.json', '{"title": "Lavinia"}')
  fixture.write('lavinia.png', 'no picture')
  fixture.write('rows.csv', 'id\n1\n2\n')
  fixture.write('shop.postman_collection.json', {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'List', request: { method: 'GET', url: 'http://localhost:3000/books' } }],
  })
})

test('the page has forty tasks', () => {
  expect(tasks.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
})

/** What an earlier task has made. */
const before: Readonly<Record<number, () => Promise<unknown>>> = {
  36: async () => {
    const failing = 'shop/books/list.yml'
    const text = fixture.read(failing)
    fixture.write(failing, text.replace('() => {}', '() => { throw 1 }'))
    await fixture.run(['shop', '-r', 'json=last.json'])
    fixture.write(failing, text)
  },
}

test.each(tasks)('$number: $task', async ({ number, command }) => {
  await before[number]?.()
  expect(command).toMatch(/\bparley \w+ /)
  const { code, shown } = await typed(command)
  expect({ code, shown }).toEqual({ code: 0, shown })
  expect(shown).not.toMatch(/error|parley:/)
})
