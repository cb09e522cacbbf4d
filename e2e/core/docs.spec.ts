import { addCollection, docs, openDocs } from '../support/rooms/docs.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ actionTimeout: 10_000 })

test('docs are formatted, and what they name is neither fetched nor run (UI4)', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  addCollection(
    ownParley,
    'Formatted',
    [
      '# Title\n\n3. three\n4. four\n\n| Left | Right |\n| - | -: |\n| a | `b` |',
      '[web](https://books.test/a) [mail](mailto:a@books.test) https://bare.test/x setup.py',
      '[script](javascript:alert(1)) [file](file:///etc/passwd) [share](smb://evil.test) [page](data:text/html,x)',
      '![cover](https://evil.test/cover.png) <img src=x onerror=alert(1)>',
    ].join('\n\n'),
  )
  await openDocs(page, 'Formatted')
  await expect(docs(page).getByRole('heading', { name: 'Title', level: 2 })).toBeVisible()
  await expect(docs(page).getByRole('list')).toHaveAttribute('start', '3')
  await expect(docs(page).getByRole('cell', { name: 'b', exact: true })).toHaveAttribute(
    'data-align',
    'right',
  )
  const links = await docs(page)
    .getByRole('link')
    .evaluateAll(all => all.map(one => [one.textContent, one.getAttribute('href'), one.getAttribute('rel')]))
  expect(links).toEqual([
    ['web', 'https://books.test/a', 'noopener noreferrer'],
    ['mail', 'mailto:a@books.test', 'noopener noreferrer'],
    ['https://bare.test/x', 'https://bare.test/x', 'noopener noreferrer'],
    ['cover', 'https://evil.test/cover.png', 'noopener noreferrer'],
  ])
  for (const text of ['[script](javascript:alert(1))', '[file](file:///etc/passwd)', '<img src=', 'setup.py'])
    await expect(docs(page)).toContainText(text)
  await expect(docs(page).locator('img, script, iframe')).toHaveCount(0)
  await expectAccessible(page)
  expect(asked.filter(url => !url.startsWith(ownParley.origin))).toEqual([])
})
