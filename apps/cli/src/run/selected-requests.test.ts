import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

/** Writes a request of the workspace into its own file, whose name may differ. */
function write(file: string, name: string, path: string, more = ''): void {
  fixture.write(
    `shop/books/${file}`,
    `info:\n  name: ${name}\n  type: http\n${more}http:\n  method: GET\n  url: ${fixture.sink.url}/${path}\n`,
  )
}

/** Runs, and returns the keys of the sent requests from the report. */
async function keys(...args: readonly string[]): Promise<readonly string[]> {
  const { results } = await fixture.report(args)
  return results.map((result: { readonly key: string }) => result.key)
}

describe('one request of many', () => {
  test('is sent although other files are damaged, and a run of all reports the damaged file', async () => {
    fixture.workspace()
    fixture.write('shop/books/broken.yml', '<<<<<<< HEAD\ninfo:\n  name: Broken\n')
    expect((await fixture.report(['shop', '--only', 'List'])).code).toBe(0)
    expect((await fixture.run(['shop', '--only', 'broken'])).stderr).toContain('broken.yml')
    expect((await fixture.run(['shop'])).stderr).toContain('broken.yml')
  })

  test('has the same key as in a full run, also among others of the same name', async () => {
    fixture.workspace()
    write('same-1.yml', 'Same', 'first', '  seq: 5\n')
    write('same-2.yml', 'Same', 'second', '  seq: 6\n')
    const all = await keys('shop')
    expect(all).toEqual(expect.arrayContaining(['Books/Same', 'Books/Same (2)']))
    expect(await keys('shop', '--only', 'Same')).toEqual(['Books/Same', 'Books/Same (2)'])
    expect(await keys('shop/books/same-2.yml')).toEqual(['Books/Same (2)'])
    expect(fixture.asked().at(-1)).toBe('/second')
  })

  test.each([
    [['--folder', 'Old'], ['Books/Old/Add']],
    [['--folder', 'Books/Old'], ['Books/Old/Add']],
    [['--only', 'Old/*'], ['Books/Old/Add']],
    [['--only', 'L*'], ['Books/List']],
    [['--only', 'tag:me'], ['Users/Me']],
    [
      ['--only', 'tag:me', '--only', 'List'],
      ['Books/List', 'Users/Me'],
    ],
    [
      ['--skip', 'List'],
      ['Books/Old/Add', 'Users/Me'],
    ],
    [['--skip', 'tag:list', '--skip', 'Old/Add'], ['Users/Me']],
    [['--folder', 'Books', '--skip', 'Add'], ['Books/List']],
  ])('%j chooses the same as of all that is read', async (choice, chosen) => {
    fixture.workspace()
    expect((await keys('shop', ...choice)).toSorted()).toEqual(chosen)
  })

  test('a selection that matches nothing lists what there is', async () => {
    fixture.workspace()
    expect((await fixture.run(['shop', '--only', 'List', '--only', 'Nope'])).stderr).toMatch(
      /No request is called “Nope” \(--only\)\. Choose from: .*“Add”.*“Me”/,
    )
    expect((await fixture.run(['shop/books/old', '--only', 'List'])).stderr).toContain(
      'No request is called “List”',
    )
  })

  test('without a name has the name of its file', async () => {
    fixture.workspace()
    fixture.write('shop/books/bare.yml', `info:\n  type: http\nhttp:\n  url: ${fixture.sink.url}/bare\n`)
    expect(await keys('shop', '--only', 'bare')).toEqual(['Books/bare'])
    expect(fixture.asked()).toEqual(['/bare'])
  })
})
