import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

/** A request of the workspace in a file of its own, under any name. */
function write(file: string, name: string, path: string, more = ''): void {
  fixture.write(
    `shop/books/${file}`,
    `info:\n  name: ${name}\n  type: http\n${more}http:\n  method: GET\n  url: ${fixture.sink.url}/${path}\n`,
  )
}

/** The keys of what a run sent, as its report has them. */
async function keys(...args: readonly string[]): Promise<readonly string[]> {
  const { results } = await fixture.report(args)
  return results.map((result: { readonly key: string }) => result.key)
}

describe('one request of many', () => {
  test('is sent though files that are not chosen are damaged, and all of them are read where one is', async () => {
    fixture.workspace()
    fixture.write('shop/books/broken.yml', '<<<<<<< HEAD\ninfo:\n  name: Broken\n')
    expect((await fixture.report(['shop', '--only', 'List'])).code).toBe(0)
    expect((await fixture.run(['shop', '--only', 'broken'])).stderr).toContain('broken.yml')
    expect((await fixture.run(['shop'])).stderr).toContain('broken.yml')
  })

  test('has the key that it has among all, also beside others of its name', async () => {
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

  test('a choice that fits nothing names what there is', async () => {
    fixture.workspace()
    expect((await fixture.run(['shop', '--only', 'List', '--only', 'Nope'])).stderr).toMatch(
      /No request is called “Nope”, as --only asks\. There is .*“Add”.*“Me”/,
    )
    expect((await fixture.run(['shop/books/old', '--only', 'List'])).stderr).toContain(
      'No request is called “List”',
    )
  })

  test('without a name has that of its file', async () => {
    fixture.workspace()
    fixture.write('shop/books/bare.yml', `info:\n  type: http\nhttp:\n  url: ${fixture.sink.url}/bare\n`)
    expect(await keys('shop', '--only', 'bare')).toEqual(['Books/bare'])
    expect(fixture.asked()).toEqual(['/bare'])
  })
})
