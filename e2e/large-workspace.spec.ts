import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRequest, urlField } from './support/page-parts.ts'
import { runParley } from './support/running-parley.ts'
import { expect, test } from './support/test.ts'

const folders = 100
const requestsInEach = 100

/** Writes a workspace of 10,000 requests, as another program might. */
function writeLargeWorkspace(folder: string): void {
  const collection = join(folder, 'Large')
  mkdirSync(collection, { recursive: true })
  writeFileSync(join(folder, 'workspace.yml'), 'info:\n  name: Ten thousand\n')
  writeFileSync(join(collection, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Large\n')
  for (let at = 0; at < folders; at += 1) {
    const name = `Folder ${String(at).padStart(3, '0')}`
    mkdirSync(join(collection, name))
    writeFileSync(
      join(collection, name, 'folder.yml'),
      `info:\n  name: ${name}\n  type: folder\n  seq: ${at + 1}\n`,
    )
    for (let number = 0; number < requestsInEach; number += 1) {
      const request = `Request ${at}-${number}`
      writeFileSync(
        join(collection, name, `${request}.yml`),
        `info:\n  name: ${request}\n  type: http\n  seq: ${number + 1}\nhttp:\n  method: GET\n  url: http://localhost/${at}/${number}\n`,
      )
    }
  }
}

test('a tree of 10,000 requests shows, is searched and edited, and renders few rows', async ({ page }) => {
  test.slow()
  const folder = mkdtempSync(join(tmpdir(), 'parley-large-'))
  writeLargeWorkspace(folder)
  const parley = await runParley('--workspace', folder, '--no-demo')
  const faults: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('pageerror', error => faults.push(String(error)))
  try {
    await page.goto(parley.address)
    const tree = page.getByRole('tree', { name: 'Collections' })
    const rows = tree.getByRole('treeitem')
    await expect(page.getByRole('treeitem', { name: 'Request 0-0', exact: true })).toBeVisible()
    expect(await rows.count()).toBeLessThan(100)
    await tree.focus()
    await page.keyboard.press('End')
    const last = page.getByRole('treeitem', { name: 'Request 99-99', exact: true })
    await expect(last).toBeVisible()
    expect(await rows.count()).toBeLessThan(100)
    await page.keyboard.press('F2')
    await expect(tree.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('The very last')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('treeitem', { name: 'The very last', exact: true })).toBeVisible()
    await expect(tree).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(page.getByRole('treeitem', { name: 'The very last', exact: true })).toHaveAttribute(
      'aria-posinset',
      '99',
    )
    await page.getByRole('textbox', { name: 'Filter collections' }).fill('request 42-77')
    await expect(rows).toHaveText(['Large', 'Folder 042', 'Request 42-77'])
    await openRequest(page, 'Request 42-77')
    await expect(urlField(page)).toHaveText('http://localhost/42/77')
    expect(faults).toEqual([])
  } finally {
    await parley.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
