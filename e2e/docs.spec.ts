import type { Page } from '@playwright/test'
import { hostileMarkdown } from '../apps/web/src/markdown/hostile-markdown.testkit.ts'
import { newWindow } from './support/browser-windows.ts'
import { longestTaskOf } from './support/main-thread.ts'
import { addCollection, docs, openDocs } from './support/rooms/docs.ts'
import { expect, test } from './support/test.ts'

/** The longest task of the main thread that a test accepts, in milliseconds of processor time. */
const longestTaskMs = 50

async function readThrough(page: Page): Promise<void> {
  await docs(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Home')
}

test.use({ actionTimeout: 10_000 })

/** Docs that cost the page much to draw; a worker does the formatting. */
const costlyToDraw = [
  '- alone',
  '# and spaces',
  '[ alone',
  '` on lines',
  '* and spaces',
  '> alone',
  '| on lines',
  '< alone',
  '\\ alone',
  'a few dashes that are no rule',
  'fences',
  'flat lists',
  'lists in lists',
  'emphasis in emphasis',
  'links',
  'a long table',
  'paragraphs',
  'hard breaks',
]

test('no docs block the page (UI10)', async ({ browser, ownParley, ownParleyPage: page }) => {
  addCollection(ownParley, 'Ordinary', '# Ordinary\n\nText with `code`.\n\n- one\n- two\n')
  for (const [index, name] of costlyToDraw.entries())
    addCollection(ownParley, `Hostile ${index}`, hostileMarkdown[name] ?? '')
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
  // Opening any page has a cost, which on a slow machine exceeds the limit.
  const most = Math.max(longestTaskMs, 2 * ordinary)
  const held: string[] = []
  for (const [index, name] of costlyToDraw.entries()) {
    let longest = await open(`Hostile ${index}`)
    // Docs cost the same each time they are opened; the browser's garbage collection in between must not
    // count.
    for (let again = 0; again < 2 && longest > most; again += 1)
      longest = Math.min(longest, await open(`Hostile ${index}`))
    if (longest > most) held.push(`${name}: ${longest.toFixed(0)} ms`)
  }
  expect(held, `Ordinary docs take ${ordinary.toFixed(0)} ms`).toEqual([])
})

test('long docs are drawn to their end as the reader scrolls', async ({ ownParley, ownParleyPage: page }) => {
  addCollection(ownParley, 'Long', `${'word\n\n'.repeat(3_000)}The end`)
  await openDocs(page, 'Long')
  const drawn = () => docs(page).locator('p').count()
  await expect.poll(drawn).toBeGreaterThan(1_000)
  await docs(page).focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(docs(page).getByText('The end')).toBeInViewport({ timeout: 100 })
  }).toPass()
})

for (const [name, docsText, workerText, note] of [
  ['too long', 'word '.repeat(40_001), null, 'docs of more than 200,000 characters are not formatted'],
  ['not formatted in time', '# Kept', 'for (;;) {}', 'formatting took longer than 5 seconds'],
  ['not formatted because of a fault', '# Kept', 'throw new Error("broken")', 'formatting failed'],
] as const)
  test(`docs that are ${name} show unformatted, with a note`, async ({ context, ownParley }) => {
    if (workerText !== null)
      await context.route('**/markdown-worker-*.js', route =>
        route.fulfill({ contentType: 'text/javascript', body: workerText }),
      )
    addCollection(ownParley, 'Plain', docsText)
    const page = await newWindow(context)
    await page.goto(ownParley.address)
    await openDocs(page, 'Plain')
    await expect(page.getByRole('status').filter({ hasText: note })).toBeVisible()
    await expect(docs(page)).toContainText(docsText.slice(0, 500))
    await expect.poll(() => page.workers().length).toBe(0)
  })
