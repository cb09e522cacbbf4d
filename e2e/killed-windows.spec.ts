import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { type BrowserProfile, newProfile } from './support/browser-profile.ts'
import { responsePane, sendButton, typeUrl, urlField } from './support/page-parts.ts'
import { type RunningParley, runParleyIn } from './support/running-parley.ts'
import { expect, test } from './support/test.ts'

const typed = '{{baseUrl}}/echo?typed=before'
const waits = (page: Page) => page.getByText('Waiting for another window…')

/** What a test has when a kill happens. */
interface Session {
  readonly profile: BrowserProfile
  /** A browser that has never shown Parley. */
  readonly otherProfile: BrowserProfile
  context: BrowserContext
  page: Page
  parley: RunningParley
  restartServer(): Promise<void>
}

/** Kills something, and returns the window in which the tabs are to come back. */
type Kill = (session: Session) => Promise<Page>

async function killBrowser({ profile }: Session, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  profile.signal('browser', signal)
  await profile.ended()
}

async function openedAgain(session: Session, profile = session.profile): Promise<Page> {
  session.context = await profile.open()
  return session.context.pages()[0] ?? session.context.newPage()
}

const killsThatNeedNoWait: Readonly<Record<string, Kill>> = {
  'the browser is killed': async session => {
    await killBrowser(session)
    return openedAgain(session)
  },
  'the browser is stopped for a while, then killed': async session => {
    session.profile.signal('browser', 'SIGSTOP')
    await killBrowser(session)
    return openedAgain(session)
  },
  'the browser is ended by a signal': async session => {
    await killBrowser(session, 'SIGTERM')
    return openedAgain(session)
  },
  'the browser is killed with two windows': async session => {
    const second = await session.context.newPage()
    await openIn(second, session)
    await isRemembered(second, session.profile)
    await killBrowser(session)
    return openedAgain(session)
  },
  'the processes of all windows are killed, and the browser stays': async session => {
    const next = await session.context.newPage()
    session.profile.signal('renderer', 'SIGKILL')
    await next.close().catch(() => undefined)
    return session.context.newPage()
  },
  'the network process of the browser is killed, then the browser': async session => {
    session.profile.signal('utility', 'SIGKILL')
    await killBrowser(session)
    return openedAgain(session)
  },
  'the server is killed and started again, and the browser stays': async session => {
    await session.parley.kill()
    await session.restartServer()
    await session.page.close({ runBeforeUnload: false })
    return session.context.newPage()
  },
  'server and browser are killed': async session => {
    await session.parley.kill()
    await killBrowser(session)
    await session.restartServer()
    return openedAgain(session)
  },
}

const killsThatNeedAWait: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the browser is killed, another one is opened, and the user does not wait': async page => {
    await page.getByRole('button', { name: 'Open anyway' }).click()
  },
  'the browser is killed, another one is opened, and the user waits': async () => {},
}

async function openIn(page: Page, { parley }: Session): Promise<void> {
  await page.goto(parley.address)
}

/** Returns the time from the opening to the restored tab, in milliseconds. */
async function timeToTabs(page: Page, session: Session, meanwhile: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now()
  await openIn(page, session)
  await meanwhile()
  // In front is the tab that was used last, which may be that of another window.
  await page.locator('[role=tab][aria-description*="Unsaved changes"]').click()
  await expect(urlField(page)).toHaveText(typed)
  return performance.now() - startedAtMs
}

async function start(test: Pick<Session, 'profile' | 'otherProfile'>, home: string): Promise<Session> {
  const context = await test.profile.open()
  const session: Session = {
    ...test,
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    parley: await runParleyIn({ PARLEY_HOME: home }),
    async restartServer() {
      session.parley = await runParleyIn({ PARLEY_HOME: home })
    },
  }
  await openIn(session.page, session)
  await expect(urlField(session.page)).not.toBeEmpty()
  await typeUrl(session.page, typed)
  await sendButton(session.page).click()
  await expect(responsePane(session.page)).toContainText('typed=before')
  return session
}

/** Closes the browser as a user does, and opens it again. */
async function timeAfterCleanClose(session: Session): Promise<number> {
  await session.page.close({ runBeforeUnload: true })
  await session.context.close()
  session.page = await openedAgain(session)
  const tookMs = await timeToTabs(session.page, session, async () => {})
  await isRemembered(session.page, session.profile)
  return tookMs
}

/** Waits until the browser would know after a kill that it had this window. */
async function isRemembered(page: Page, profile: BrowserProfile): Promise<void> {
  const own = () =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query()
      const known = localStorage.getItem('parley-windows')?.split(' ') ?? []
      return held.flatMap(({ name = '' }) => known.filter(id => name.endsWith(id)))
    })
  await expect.poll(async () => (await own()).length).toBeGreaterThan(0)
  // Chromium writes its storage some seconds later.
  for (const id of await own()) await expect.poll(() => profile.hasStored(id), { timeout: 60_000 }).toBe(true)
}

const kept = test.extend<{ readonly session: Session }>({
  session: async ({ playwright, launchOptions }, use) => {
    const home = await mkdtemp(join(tmpdir(), 'parley-killed-'))
    const profile = await newProfile(playwright.chromium, launchOptions)
    const otherProfile = await newProfile(playwright.chromium, launchOptions)
    const session = await start({ profile, otherProfile }, home)
    await use(session)
    await session.context.close().catch(() => undefined)
    await session.parley.stop()
    await Promise.all([profile.remove(), otherProfile.remove()])
    await rm(home, { recursive: true, force: true })
  },
})

function report(name: string, tookMs: number, cleanMs: number): void {
  const ratio = (tookMs / cleanMs).toFixed(1)
  process.stdout.write(`${name}: ${Math.round(tookMs)} ms, ${ratio} times a clean close\n`)
}

const chosen = ['the browser is killed', 'server and browser are killed']

for (const [name, kill] of Object.entries(killsThatNeedNoWait))
  kept(
    `the tabs come back without a wait when ${name}${atNightUnless(chosen.includes(name))}`,
    async ({ session }) => {
      const cleanMs = await timeAfterCleanClose(session)
      const page = await kill(session)
      let hasWaited = false
      page.on('response', async response => {
        const text = response.url().endsWith('/rpc/tabs/claim') ? await response.text().catch(() => '') : ''
        if (text.includes('"otherWindow"') && response.request().postData()?.includes('"gone"') === true)
          hasWaited = true
      })
      const tookMs = await timeToTabs(page, session, async () => {})
      expect(hasWaited, 'whether it waited for a window of its own browser').toBe(false)
      await expect(waits(page)).toHaveCount(0)
      report(name, tookMs, cleanMs)
    },
  )

for (const [name, answer] of Object.entries(killsThatNeedAWait))
  kept(
    `the page says what it waits for when ${name}${atNightUnless(name.endsWith('does not wait'))}`,
    async ({ session }) => {
      const cleanMs = await timeAfterCleanClose(session)
      await killBrowser(session)
      const page = await openedAgain(session, session.otherProfile)
      const tookMs = await timeToTabs(page, session, async () => {
        // The tree can be used meanwhile.
        await expect(page.getByRole('treeitem', { name: 'List books', exact: true })).toBeVisible()
        await expect(waits(page)).toBeVisible()
        await expect(page.getByRole('button', { name: 'Open anyway' })).toBeVisible()
        await answer(page)
      })
      await expect(waits(page)).toHaveCount(0)
      report(name, tookMs, cleanMs)
    },
  )
