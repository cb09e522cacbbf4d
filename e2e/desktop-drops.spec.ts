import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { waitFor } from '@parley/testkit'
import { expect, test } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { desktopHosts } from './support/desktop/desktop-hosts.ts'
import { DesktopSession, missingForDesktop } from './support/desktop/desktop-session.ts'

/** What is dragged from another program onto the window must not replace the page. */
const missing = missingForDesktop()
test.skip(missing.length > 0, `The desktop app is not tested without ${missing.join(', ')}.`)

let session: DesktopSession
const closing: (() => Promise<unknown>)[] = []

test.beforeEach(async () => {
  session = await DesktopSession.start()
})

test.afterEach(async ({ browserName: _ }, info) => {
  if (info.status !== info.expectedStatus) session.screenshot(info.outputPath('desktop.png'))
  for (const close of closing.splice(0)) await close()
  await session.close()
})

/** Shows a page that is one large link, in a window of another program on the left. */
async function showLink(target: string): Promise<void> {
  const path = join(session.folder, 'source.html')
  const style = 'position:fixed;inset:0;background:#ccc'
  // A drag that did not begin ends as a click, which would replace the link with what it leads to.
  const link = `<a style="${style}" href="${target}" onclick="return false">link</a>`
  writeFileSync(path, `<title>Dragged from</title>${link}`)
  const options = [
    '--no-first-run',
    `--user-data-dir=${join(session.folder, 'source')}`,
    '--window-size=300,300',
  ]
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []
  const source = spawn('/usr/bin/chromium', [...options, ...sandbox, `--app=${pathToFileURL(path)}`], {
    env: session.environment,
    stdio: 'ignore',
  })
  closing.push(async () => source.kill())
  const id = await waitFor(() => visible('Dragged from'), 'the window to drag from', { timeoutMs: 30_000 })
  session.xdotool('windowsize', '--sync', id, '300', '300')
  session.xdotool('windowmove', '--sync', id, '0', '0')
}

function visible(name: string): string | null {
  try {
    return session.xdotool('search', '--onlyvisible', '--name', name).split('\n')[0] ?? null
  } catch {
    return null
  }
}

/**
 * Drags from the other window into the middle of Parley's, as a hand does: in small steps. Lets go once the page has noticed,
 * as windows drop nothing that they have not been asked about.
 */
async function drag(run: (script: string) => Promise<unknown>): Promise<void> {
  // What an earlier drag left would let go of this one before it arrives.
  await run('window.isDraggedOver = null')
  session.xdotool('mousemove', '150', '150')
  session.xdotool('mousedown', '1')
  for (let step = 1; step <= 20; step += 1)
    session.xdotool('mousemove', String(150 + step * 32), String(150 + step * 18))
  const arrives = async () => {
    for (const x of ['801', '800']) session.xdotool('mousemove', x, '520')
    return run('return window.isDraggedOver ?? null')
  }
  await waitFor(arrives, 'the drag to arrive', { timeoutMs: 5_000 }).catch(() => null)
  session.xdotool('mouseup', '1')
}

const remember = `addEventListener('dragover', () => { window.isDraggedOver = true }, true)
addEventListener('drop', event => { window.droppedTypes = [...event.dataTransfer.types] }, true)`

for (const [name, start] of Object.entries(desktopHosts))
  for (const [what, target] of [
    ['a link', 'https://evil.test/'],
    ['a link to a file', 'file:///etc/hostname'],
    ['a link with a script', 'javascript:document.title="ran"'],
  ] as const)
    test(`${what} that is dragged onto the window leaves the page where it is: ${name} (DT1)${atNightUnless(target.startsWith('javascript:'))}`, async () => {
      const { run, close } = await start(session)
      closing.push(close)
      const window = await session.window(/ – Parley$/)
      session.xdotool('windowsize', '--sync', window, '1000', '700')
      session.xdotool('windowmove', '--sync', window, '350', '100')
      const address = await run('return location.origin + location.pathname')
      await run(remember)
      await showLink(target)
      await waitFor(
        async () => {
          await drag(run)
          return run('return window.droppedTypes ?? null')
        },
        'the drop to arrive',
        { timeoutMs: 90_000 },
      )
      expect(await run('return location.origin + location.pathname')).toBe(address)
      expect(session.windows()).toHaveLength(1)
      expect(await run('return document.title')).toMatch(/ – Parley$/)
      session.xdotool('windowactivate', '--sync', window)
      session.press('Escape', 'ctrl+t')
      await session.window(/^Untitled request – Bookshop – Parley$/)
    })
