import type { Page } from '@playwright/test'

/** What the page did outside of an editor. */
export interface OutsideChanges {
  /** How often React rendered anything, also if nothing changed by that. */
  readonly renders: number
  /** What looks different now, as `role name`. */
  readonly changed: readonly string[]
}

/** Has a page count from its start what {@link takeOutsideChanges} returns. Call before it is opened. */
export async function countOutsideChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let renders = 0
    const changed = new Set<Node>()
    /** The values that attributes had at first: React sets some of them twice while it renders. */
    const attributes = new Map<Element, Map<string, string | null>>()
    const elementOf = (target: Node) => (target instanceof Element ? target : target.parentElement)
    const nameOf = (target: Node) => {
      const named = elementOf(target)?.closest('[role][aria-label], [role=tab], button')
      const name = named?.getAttribute('aria-label') ?? named?.textContent ?? ''
      return `${named?.getAttribute('role') ?? named?.tagName.toLowerCase()} ${name}`
    }
    const observer = new MutationObserver(records => {
      for (const { target, attributeName, oldValue } of records) {
        if (elementOf(target)?.closest('.cm-editor') != null) continue
        if (attributeName === null || !(target instanceof Element)) changed.add(target)
        else {
          const values = attributes.get(target) ?? new Map<string, string | null>()
          if (!values.has(attributeName)) values.set(attributeName, oldValue)
          attributes.set(target, values)
        }
      }
    })
    const options = { subtree: true, childList: true, characterData: true, attributes: true }
    observer.observe(document, { ...options, attributeOldValue: true })
    // React calls the hook of its developer tools after each render, also in the built page.
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot() {
        renders += 1
      },
      onCommitFiberUnmount() {},
    }
    const takeChanges = () => {
      for (const [element, values] of attributes)
        if ([...values].some(([name, value]) => element.getAttribute(name) !== value)) changed.add(element)
      const taken = { renders, changed: [...new Set([...changed].map(nameOf))].toSorted() }
      renders = 0
      changed.clear()
      attributes.clear()
      return taken
    }
    Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook, takeChanges })
  })
}

/** Returns what was counted since the last call. */
export function takeOutsideChanges(page: Page): Promise<OutsideChanges> {
  return page.evaluate(async () => {
    // What the last key causes is done within two frames.
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return Reflect.get(globalThis, 'takeChanges')()
  })
}
