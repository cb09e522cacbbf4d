import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The pages of the repository. */
const pages = globSync('**/*.md', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'build/**', 'test-results/**'],
})

interface Link {
  readonly target: string
  readonly anchor: string
}

/** Returns the links of a page that lead into the repository. */
function linksIn(path: string): readonly Link[] {
  const text = readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter(link => !/^[a-z]+:/.test(link))
    .map(link => {
      const [target = '', anchor = ''] = link.split('#')
      return { target: target === '' ? path : normalize(join(dirname(path), target)), anchor }
    })
}

/** Returns the anchors that the headings of a page have, as code hosts make them. */
function anchorsIn(path: string): ReadonlySet<string> {
  const text = readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  )
}

test('there are pages, and they have links', () => {
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.flatMap(linksIn).length).toBeGreaterThan(150)
})

test.each(pages)('each link of %s leads to a file, and to a heading of it', path => {
  const broken = linksIn(path).filter(
    ({ target, anchor }) =>
      !existsSync(join(root, target)) ||
      (anchor !== '' && target.endsWith('.md') && !anchorsIn(target).has(anchor)),
  )
  expect(broken).toEqual([])
})
