import type { Page } from '@playwright/test'
import { hostileMarkdown } from '../apps/web/src/markdown/hostile-markdown.testkit.ts'
import { atNightUnless } from './support/at-night.ts'
import { newWindow } from './support/browser-windows.ts'
import { addCollection, docs, openDocs } from './support/rooms/docs.ts'
import { expect, test } from './support/test.ts'

/** Counts what is added to docs; `takeDrawn` returns the most of one frame, and begins anew. */
function countDrawn(): void {
  const most = { elements: 0, characters: 0, frames: 0 }
  let now = { elements: 0, characters: 0 }
  const endFrame = () => {
    if (now.elements > 0) most.frames += 1
    most.elements = Math.max(most.elements, now.elements)
    most.characters = Math.max(most.characters, now.characters)
    now = { elements: 0, characters: 0 }
    requestAnimationFrame(endFrame)
  }
  requestAnimationFrame(endFrame)
  new MutationObserver(records => {
    for (const { target, addedNodes } of records)
      for (const node of addedNodes) {
        const isInDocs = target instanceof Element && target.closest('section[aria-label="Docs"]') !== null
        if (!isInDocs || !(node instanceof Element)) continue
        now.elements += 1 + node.querySelectorAll('*').length
        now.characters += node.textContent.length
      }
  }).observe(document, { childList: true, subtree: true })
  Reflect.set(window, 'takeDrawn', () => {
    const taken = { ...most }
    Object.assign(most, { elements: 0, characters: 0, frames: 0 })
    return taken
  })
}

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

for (const [kinds, names] of Object.entries({
  'what costs most': [
    '- alone',
    'lists in lists',
    'emphasis in emphasis',
    'links',
    'a long table',
    'hard breaks',
  ],
  'any kind': costlyToDraw,
}))
  test(`each frame draws one piece of docs, of ${kinds} (UI10)${atNightUnless(names !== costlyToDraw)}`, async ({
    ownParley,
    ownParleyPage: page,
  }) => {
    for (const [index, name] of names.entries())
      addCollection(ownParley, `Hostile ${index}`, hostileMarkdown[name] ?? '')
    await page.evaluate(countDrawn)
    for (const [index, name] of names.entries()) {
      await openDocs(page, `Hostile ${index}`)
      await readThrough(page)
      const { elements, characters, frames } = await page.evaluate(() => Reflect.get(window, 'takeDrawn')())
      expect(frames, name).toBeGreaterThan(0)
      // What read-markdown.test.ts allows a piece: a table of this size, and the levels that go on from the piece before.
      expect(elements, name).toBeLessThanOrEqual(400 + 32)
      expect(characters, name).toBeLessThanOrEqual(6_000 + 100)
      await page.keyboard.press('Alt+w')
    }
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
