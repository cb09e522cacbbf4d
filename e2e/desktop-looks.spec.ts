import { existsSync } from 'node:fs'
import { chromium, expect, test } from '@playwright/test'
import * as z from 'zod'
import { differingPart, type Region } from './support/compare-regions.ts'
import { desktopHosts, runIn } from './support/desktop/desktop-hosts.ts'
import { DesktopSession, missingForDesktop } from './support/desktop/desktop-session.ts'
import { runParley } from './support/running-parley.ts'

/** Compares what the hosts show on the display with the page in a browser, at the same size, part by part. */
const missing = [
  ...missingForDesktop(),
  ...['import', 'convert'].filter(name => !existsSync(`/usr/bin/${name}`)),
]
test.skip(missing.length > 0, `The looks of the desktop app are not tested without ${missing.join(', ')}.`)

let session: DesktopSession
const closing: (() => Promise<unknown>)[] = []

test.beforeEach(async () => {
  session = await DesktopSession.start()
})

test.afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await session.close()
})

/** The named parts of the page, and how much of each an engine may draw differently. */
const parts = {
  'the sidebar': ['[aria-label="Sidebar"]', 0.03],
  'the tabs': ['[aria-label="Open requests"]', 0.05],
  'the URL': ['[aria-label="URL"]', 0.1],
  'the sections of the request': ['[role="tablist"][aria-label="Request"]', 0.05],
  'the whole page': ['body', 0.03],
} as const

const regionsSchema = z.object({
  size: z.tuple([z.number(), z.number()]),
  regions: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
})

const measure = `
  const boxes = ${JSON.stringify(Object.values(parts).map(([selector]) => selector))}.map(one => {
    const { x, y, width, height } = document.querySelector(one).getBoundingClientRect()
    return { x, y, width, height }
  })
  return { size: [innerWidth, innerHeight], regions: boxes }`

const isReady = `
  return document.querySelectorAll('[role=treeitem]').length > 10 && document.fonts.status === 'loaded'
    && document.querySelector('[aria-label="URL"]')?.textContent.includes('baseUrl') === true`

/** Where the page begins in the picture of its window: below the menus. */
function contentOrigin(window: string, [width, height]: readonly [number, number]) {
  const lines = session.xdotool('getwindowgeometry', '--shell', window).split('\n')
  const shown = Object.fromEntries(lines.map(line => line.split('=')))
  return { x: (Number(shown.WIDTH) - width) / 2, y: Number(shown.HEIGHT) - height }
}

for (const [name, start] of Object.entries(desktopHosts))
  test(`the ${name} shows the page as a browser does`, async ({ browserName: _ }, info) => {
    const { run, close } = await start(session)
    closing.push(close)
    await expect.poll(() => run(isReady), { timeout: 30_000 }).toBe(true)
    const [window = { id: '' }] = session.windows()
    const shown = regionsSchema.parse(await run(measure))
    const onDisplay = info.outputPath('display.png')
    const inBrowser = info.outputPath('browser.png')
    const origin = contentOrigin(window.id, shown.size)
    const reference = await picture(shown.size, inBrowser)
    for (const [index, part] of Object.keys(parts).entries())
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(
          Math.abs((shown.regions[index]?.[side] ?? 0) - (reference[index]?.[side] ?? 0)),
          `${side} of ${part}`,
        ).toBeLessThanOrEqual(3)
    const moved = (at: Region) => ({ ...at, x: at.x + origin.x, y: at.y + origin.y })
    // A new window is white until it is drawn for the first time.
    const differing = () => {
      session.screenshot(onDisplay, window.id)
      return Object.entries(parts).filter(([, [, allowed]], index) => {
        const [at, expected] = [shown.regions[index], reference[index]]
        if (at === undefined || expected === undefined) return true
        const placed = moved({ ...expected, x: at.x, y: at.y })
        return differingPart(onDisplay, inBrowser, placed, expected) > allowed
      })
    }
    await expect.poll(() => differing().map(([part]) => part), { timeout: 30_000 }).toEqual([])
    // The comparison sees a difference: another part of the page is not the sidebar.
    const [sidebar] = reference
    if (sidebar === undefined) throw new Error('The sidebar is not there')
    const elsewhere = moved({ ...sidebar, x: shown.size[0] - sidebar.width })
    expect(differingPart(onDisplay, inBrowser, elsewhere, sidebar)).toBeGreaterThan(0.1)
  })

/** Takes a picture of the page in a browser, and returns where its parts are. */
async function picture([width, height]: readonly [number, number], path: string): Promise<readonly Region[]> {
  const parley = await runParley()
  closing.push(() => parley.stop())
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: sandbox })
  closing.push(() => browser.close())
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' })
  await page.goto(parley.address)
  const run = runIn(page)
  await expect.poll(() => run(isReady), { timeout: 30_000 }).toBe(true)
  await page.screenshot({ path })
  return regionsSchema.parse(await run(measure)).regions
}
