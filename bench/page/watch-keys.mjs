/**
 * Notes the longest time from a key to the frame after it, as `slowestKeyMs` of an element. Runs in the page.
 */
export function watchKeys(element) {
  element.slowestKeyMs = 0
  element.addEventListener(
    'keydown',
    event => {
      requestAnimationFrame(() => {
        element.slowestKeyMs = Math.max(element.slowestKeyMs, performance.now() - event.timeStamp)
      })
    },
    { capture: true },
  )
}
