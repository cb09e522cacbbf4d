import { expect, test } from 'vitest'
import { memoryIo } from '../io/run-in-process.testkit.ts'
import { defineCommandLine } from '../run-command-line.ts'

const { io } = memoryIo()

/** The commands of the program itself, so that a new one is tested as well. */
const everyCommand = () => defineCommandLine(io).program.commands

test('an option has one name, one letter and one kind of value in all commands', () => {
  const spelled = new Map<string, Set<string>>()
  const letters = new Map<string, Set<string>>()
  const shown = everyCommand().flatMap(({ options }) => options.filter(option => !option.hidden))
  for (const { flags, long, short } of shown) {
    if (long == null) throw new Error(`${flags} has no long name`)
    spelled.set(long, (spelled.get(long) ?? new Set()).add(flags))
    if (short != null) letters.set(short, (letters.get(short) ?? new Set()).add(long))
  }
  expect([...spelled.values()].filter(all => all.size > 1)).toEqual([])
  expect([...letters.values()].filter(all => all.size > 1)).toEqual([])
})

test('options that send and run share have the same names', () => {
  const names = (name: string) =>
    everyCommand()
      .find(command => command.name() === name)
      ?.options.map(({ long }) => long) ?? []
  const send = names('send')
  const shared = ['--var', '--http', '--timeout', '--connect-timeout', '--no-follow', '--max-redirects']
  const network = ['--proxy', '--bypass', '--insecure', '--cacert', '--cert', '--key', '--cert-passphrase']
  for (const name of [...shared, ...network, '--cert-host', '--quiet']) {
    expect(send).toContain(name)
    expect(names('run')).toContain(name)
  }
  for (const name of ['--env', '--env-var', '--only']) {
    expect(names('run')).toContain(name)
    expect(names('codegen')).toContain(name)
  }
})

test.each(everyCommand().map(command => [command.name(), command] as const))(
  'the help of %s describes the command and has examples',
  (name, command) => {
    let shown = ''
    command.configureOutput({
      writeOut: text => {
        shown += text
      },
    })
    command.outputHelp()
    expect(shown).toContain(`Usage: parley ${name} `)
    expect(shown).toContain(command.description().slice(0, 20))
    expect(shown.slice(shown.indexOf('Examples:'))).toContain(`  parley ${name} `)
    expect(command.options.filter(option => option.description === '')).toEqual([])
    for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(180)
  },
)
