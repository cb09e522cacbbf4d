import { endConnection, receiveHead, startRawServer } from '@parley/testkit'
import { type BrowserContext, expect, test } from '@playwright/test'
import { faultyAnswers } from '../packages/transport/src/http1/faulty-answers.testkit.ts'

/** How many tabs load at the same time. */
const tabs = 6

/** Returns what a tab shows as text when it has loaded an answer, or the error with which that ended. */
async function shown(context: BrowserContext, answer: Buffer): Promise<string> {
  const server = await startRawServer([receiveHead, answer, endConnection])
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const ended = new Promise<string>(resolve => {
    let document = ''
    network.on('Network.requestWillBeSent', ({ requestId }) => {
      if (document === '') document = requestId
    })
    network.on('Network.loadingFinished', ({ requestId }) => {
      if (requestId === document) resolve('')
    })
    network.on('Network.loadingFailed', ({ requestId, errorText }) => {
      if (requestId === document) resolve(errorText)
    })
  })
  // The error is that of the network.
  const gone = page.goto(server.url, { waitUntil: 'commit' }).catch(() => null)
  const error = await ended
  await gone
  const text = error === '' ? await page.evaluate(() => document.documentElement.textContent) : error
  await page.close()
  await server.close()
  return text
}

test('Chromium shows faulty answers as the table of them says', async ({ context }) => {
  const left = [...faultyAnswers]
  const seen = new Map<string, string>()
  const load = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift())
      seen.set(one.name, await shown(context, one.answer))
  }
  await Promise.all(Array.from({ length: tabs }, load))
  const inTable = faultyAnswers.map(({ name, browser }) => [name, browser])
  expect(faultyAnswers.map(({ name }) => [name, seen.get(name)])).toEqual(inTable)
})
