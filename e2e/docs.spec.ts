import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { hostileMarkdown } from './support/hostile-markdown.ts'
import { longestTaskOf } from './support/main-thread.ts'
import type { RunningParley } from './support/running-parley.ts'
import { expect, test } from './support/test.ts'

/** Milliseconds of processor time for which nothing may hold the main thread. */
const longestTaskMs = 50

const docs = (page: Page): Locator => page.getByRole('region', { name: 'Docs' })

/** Adds a collection to the workspace on disk. */
function addCollection({ home }: RunningParley, name: string, text: string): void {
  const folder = join(home, 'workspaces', 'bookshop', name)
  mkdirSync(folder, { recursive: true })
  const values = { opencollection: '1.0.0', info: { name }, docs: text }
  writeFileSync(join(folder, 'opencollection.yml'), JSON.stringify(values))
}

/** Opens the page of a collection and waits until its docs are as they will stay. */
async function openDocs(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Filter collections' }).fill(name)
  await page.getByRole('treeitem', { name, exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
  await expect(docs(page)).toHaveAttribute('aria-busy', 'false')
}

async function readThrough(page: Page): Promise<void> {
  await docs(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Home')
}

test.use({ actionTimeout: 10_000 })

test('no docs hold the page (UI10)', async ({ browser, ownParley, ownParleyPage: page }) => {
  const texts = Object.entries(hostileMarkdown)
  addCollection(ownParley, 'Ordinary', '# Ordinary\n\nText with `code`.\n\n- one\n- two\n')
  for (const [index, [, text]] of texts.entries()) addCollection(ownParley, `Hostile ${index}`, text)
  const open = async (name: string) => {
    const longest = await longestTaskOf(browser, page, async () => {
      await openDocs(page, name)
      await readThrough(page)
    })
    await page.keyboard.press('Alt+w')
    return longest
  }
  await open('Ordinary')
  const ordinary = await open('Ordinary')
  const held: string[] = []
  for (const [index, [name]] of texts.entries()) {
    const longest = await open(`Hostile ${index}`)
    // Opening any page costs something, on a slow machine more than the limit.
    if (longest > Math.max(longestTaskMs, 2 * ordinary)) held.push(`${name}: ${longest.toFixed(0)} ms`)
    if (process.env.PARLEY_PRINT) console.log(name, longest.toFixed(0))
  }
  expect(held, `Ordinary docs take ${ordinary.toFixed(0)} ms`).toEqual([])
})
