import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const { run, postman, write, read } = fixture
const sent = () => fixture.sink.requests.map(({ url }) => url)

/** What each option that names a file says with `-`: the words of the command, and what comes from standard input. */
const ways: Readonly<Record<string, { readonly args: readonly string[]; readonly stdin: () => string }>> = {
  'the collection': {
    args: ['-', '--env-var', 'at=here'],
    stdin: () => {
      postman([{ name: 'A', url: `${fixture.sink.url}/{{at}}` }])
      return read('c.json')
    },
  },
  '--data': { args: ['c.json', '--data', '-'], stdin: () => 'at\nhere\n' },
  '--env': {
    args: ['c.json', '-e', '-'],
    stdin: () => JSON.stringify({ name: 'E', values: [{ key: 'at', value: 'here' }] }),
  },
  '--failed-in': {
    args: ['c.json', '--failed-in', '-', '--env-var', 'at=here'],
    stdin: () => JSON.stringify({ results: [{ key: 'C/A', status: 'failed' }] }),
  },
}

describe('- names standard input', () => {
  test.each(Object.entries(ways))('for %s', async (_, { args, stdin }) => {
    postman([
      { name: 'A', url: `${fixture.sink.url}/{{at}}` },
      ...(args.includes('--failed-in') ? [{ name: 'B', url: `${fixture.sink.url}/other` }] : []),
    ])
    const { code, stderr } = await run(args, { stdin: stdin() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(sent()).toEqual(['/here'])
  })

  test.each([
    ['--data', '-'],
    ['--secret', 'a=@-'],
  ])('only once, not also for %s %s', async (...more) => {
    const { code, stderr } = await run(['-', ...more], { stdin: '{}' })
    expect(code).toBe(3)
    expect(stderr).toContain('Standard input can be only one of the files. Save the others.')
    expect(sent()).toEqual([])
  })

  test('what it holds is named as standard input if it cannot be used', async () => {
    write('c.json', {})
    const { code, stderr } = await run(['-'], { stdin: 'no collection' })
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('Standard input') })
  })
})
