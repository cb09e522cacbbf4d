import { describe, expect, test } from 'vitest'
import { memoryIo, runInProcess } from '../io/run-in-process.testkit.ts'
import { defineCommandLine } from '../run-command-line.ts'

async function printed(...args: readonly string[]) {
  const { code, stdout, stderr } = await runInProcess(args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.toString()
}

const { io } = memoryIo()
const { commands } = defineCommandLine(io).program
const commandOf = (name: string) => commands.find(command => command.name() === name)

/** Returns the options in an example that its command does not have. */
function unknownOptions(example: string): readonly string[] {
  const [, name = '', rest = ''] = /^parley (\S+)(.*)$/.exec(example.trim()) ?? []
  const command = commandOf(name)
  if (command === undefined) return [name]
  const known = command.options.filter(option => !option.hidden).flatMap(({ short, long }) => [short, long])
  // What follows the word curl is that of another program.
  const own = rest.replace(/ curl .*/, '')
  return (own.match(/(?<= )--?[a-z][a-z-]*/g) ?? []).filter(word => !known.includes(word))
}

const examplesIn = (text: string) => text.match(/parley (?!COMMAND|--)[a-z]+ [^;\n]*/g) ?? []

test('parley alone shows ten things that one does, each with an example that works', async () => {
  const text = await printed()
  expect(text.match(/^[A-Z][A-Za-z ]+ {3,}parley /gm)).toHaveLength(10)
  const examples = examplesIn(text)
  expect(examples.flatMap(unknownOptions)).toEqual([])
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
})

const shortened = ['send', 'run', 'codegen']

test.each(['', ...commands.map(command => command.name())])(
  'descriptions in the help of “%s” are wrapped on a narrow terminal',
  async name => {
    const { stdout } = await runInProcess([...(name === '' ? [] : [name]), '--help'], {
      env: { COLUMNS: '64' },
    })
    const [, listed = ''] =
      /\n(?:Options|Arguments|Request|Commands)[^\n]*:\n([\s\S]*)/.exec(stdout.toString()) ?? []
    const described = listed.split('\n').filter(line => /^ {2}-\S.* {2}\S|^ {10,}\S/.test(line))
    expect(described.length).toBeGreaterThan(0)
    expect(described.filter(line => line.length > 64)).toEqual([])
  },
)

describe.each(shortened)('the help of %s', name => {
  test('fits on a screen', async () => {
    const lines = (await printed(name, '--help')).trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('has examples that work, and names the whole help', async () => {
    const text = await printed(name, '-h')
    expect(text).toContain(`parley ${name} --help all lists every option`)
    const examples = examplesIn(
      text.slice(text.indexOf('Examples:'), text.indexOf(`parley ${name} --help all`)),
    )
    expect(examples.length).toBeGreaterThanOrEqual(3)
    expect(examples.flatMap(unknownOptions)).toEqual([])
  })

  test('is complete when all of it is asked for', async () => {
    const text = await printed(name, '--help', 'all')
    const visible = (commandOf(name)?.options ?? []).filter(option => !option.hidden)
    for (const { long } of visible) expect(text).toContain(long)
  })
})

test.each(commands.map(command => [command.name(), command] as const))(
  'every option in the examples of %s exists',
  async (name, command) => {
    const text = await printed(name, '--help', 'all')
    expect(command.description()).not.toBe('')
    expect(examplesIn(text.slice(text.indexOf('Examples:'))).flatMap(unknownOptions)).toEqual([])
  },
)
