import { expect, test } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'
import { useSendFixture } from '../send/send-fixture.testkit.ts'
import { memoryIo, runInProcess, startInProcess } from './run-in-process.testkit.ts'
import { typedPath } from './typed-path.ts'

const fixture = useSendFixture()

test('commands one after another with the same streams add no listeners', async () => {
  const { io, stdout } = memoryIo({ cwd: fixture.folder })
  const counts = new Set<number>()
  for (const args of [
    ['--help'],
    ['codegen', '--list'],
    ['send', fixture.sink.url],
    ['send', 'ftp://a'],
    ['completion', 'bash'],
    ['run', 'gone'],
  ]) {
    await runCommandLine(args, io)
    counts.add(stdout.listenerCount('error'))
  }
  expect([...counts]).toEqual([1])
})

test('many commands at the same time have their own streams, folders and environments', async () => {
  const urls = Array.from({ length: 20 }, (_, at) => `${fixture.sink.url}/{{n${at}}}`)
  const ended = await Promise.all(urls.map(url => runInProcess(['send', url], { cwd: fixture.folder })))
  for (const [at, { code, stdout, stderr }] of ended.entries())
    expect([code, stdout.toString(), stderr]).toEqual([
      0,
      '{}',
      `Note: {{n${at}}} has no value and was sent as typed.\n`,
    ])
})

test('a signal that no command listens to would end the process', async () => {
  const command = startInProcess(['--help'])
  await command.ended
  expect(() => command.kill('SIGINT')).toThrow('SIGINT would end the process')
})

test('a command that starts a program says so', async () => {
  const { code, stderr } = await runInProcess(['serve'])
  expect([code, stderr.includes('This test starts no programs')]).toEqual([1, true])
})

test.each([
  ['a file', '/home', 'a/b', '/home/a/b'],
  ['a folder, by a slash at its end', '/home', 'a/', '/home/a/'],
  ['a way up', '/home', '../a', '/home/../a'],
  ['an absolute path', '/home', '/a', '/a'],
  ['nothing', '/home', '', ''],
  ['a file in the folder of the process', '', 'a', 'a'],
])('%s is found where it was typed', (_, cwd, typed, path) => {
  expect(typedPath({ cwd }, typed)).toBe(path)
})
