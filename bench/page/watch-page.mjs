/**
 * Notes, once in each frame, when texts are first shown. `shows` has for each name a selector, and a pattern for the
 * lines of the first elements that it selects, which are drawn.
 * @returns `at(name)`: the time in milliseconds since 1970; `frames()`: the times between frames, in milliseconds
 */
export async function watchPage(page, shows) {
  await page.evaluate(watch, shows)
  return {
    async at(name, timeout = 120_000) {
      const seen = await page.waitForFunction(key => window.watched.found[key] ?? null, name, { timeout })
      return seen.jsonValue()
    },
    frames: () => page.evaluate(() => window.watched.frames),
  }
}

/** Runs in the page, which must be able to do it before it has a document. */
export function watch(shows) {
  const own = { found: {}, frames: [] }
  window.watched = own
  let before = null
  const look = now => {
    if (window.watched !== own) return
    if (before !== null) own.frames.push(now - before)
    before = now
    for (const [name, { selector, pattern }] of Object.entries(shows)) {
      if (name in own.found) continue
      const lines = [...document.querySelectorAll(selector)].slice(0, 4).map(element => element.textContent)
      if (lines.length > 0 && new RegExp(pattern).test(lines.join('\n')))
        own.found[name] = performance.timeOrigin + performance.now()
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Describes times between frames. */
export function describeFrames(frames) {
  const late = frames.filter(time => time > 50).length
  return { longestMs: Math.max(...frames), lateShare: late / frames.length }
}
