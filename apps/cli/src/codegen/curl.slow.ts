import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

const fixture = useSendFixture()

test('the code sends what parley send sends', async () => {
  writeFileSync(fixture.path('book.json'), '{"title": "{{title}}", "quote": "it\'s $HOME"}')
  const words = [
    'PUT',
    `${fixture.sink.url}/books?q=a b`,
    '-H',
    'X-Own: {{title}}',
    ...['--json', '@book.json', '--var', 'title=Lavinia'],
  ]
  const { code, stdout, stderr } = await fixture.run(['codegen', ...words, '--target', 'curl'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  await fixture.run(['send', ...words])
  await new Promise<void>((resolve, reject) => {
    execFile('bash', ['-c', stdout.toString()], { cwd: fixture.folder }, error =>
      error ? reject(error) : resolve(),
    )
  })
  const [ours, theirs] = fixture.sink.requests
  expect(theirs?.content.toString()).toBe(ours?.content.toString())
  expect([theirs?.method, theirs?.url]).toEqual([ours?.method, ours?.url])
  for (const name of ['X-Own', 'Content-Type'])
    expect(theirs?.headers.find(field => field.name === name)).toEqual(
      ours?.headers.find(field => field.name === name),
    )
})
