import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'
import { kept, order, orderOf, sentBy, testOrderOfImports, urlOf, writeYaml } from './run-order.testkit.ts'

const fixture = useRunFixture()

describe('a run follows the one order of folders and requests (behaviour, Order)', () => {
  test.each(Object.keys(kept))('of %s', async name => {
    const path = (await kept[name]?.(fixture)) ?? ''
    const wanted = orderOf(name)
    const inBooks = wanted.filter(one => !['/login', '/about'].includes(one))
    expect(await sentBy(fixture, path)).toEqual(wanted)
    expect(await sentBy(fixture, path, '--folder', 'books')).toEqual(inBooks)
    expect(await sentBy(fixture, path, '-n', '2')).toEqual([...wanted, ...wanted])
  })

  // The clients that number their entries in three ways.
  testOrderOfImports(fixture, ['a collection of .bru files', 'an export of Postman', 'an export of Insomnia'])

  test.each(['opencollection', 'postman'])('of its export as %s', async format => {
    writeYaml(fixture, 'c')
    const output = await fixture.runCommand(['export', 'c', '--to', format, '-o', 'out'])
    expect(output).toMatchObject({ code: 0 })
    expect(await sentBy(fixture, 'out')).toEqual(order)
  })

  test('of files that number folders and requests apart, folders first', async () => {
    writeYaml(fixture, 'c')
    const numbered = (name: string, at: number) =>
      `info:\n  name: ${name}\n  type: http\n  seq: ${at}\nhttp:\n  method: GET\n  url: ${urlOf(fixture, name)}\n`
    fixture.write('c/about.yml', numbered('about', 2))
    fixture.write('c/books/folder.yml', 'info:\n  name: books\n  type: folder\n  seq: 1\n')
    expect(await sentBy(fixture, 'c')).toEqual(['/second', '/deep', '/first', '/login', '/about'])
  })
})
