import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Text pairs meet WCAG 2.2 AA in both themes, and the marks of controls have a contrast of 3:1. */
const css = readFileSync(new URL('../apps/web/src/styles/tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)
const named = (prefix: string) => [...tokens.keys()].filter(name => name.startsWith(prefix))

const surfaces = ['bg-chrome', 'bg-content', 'bg-raised', 'bg-input', 'bg-sunken']
const text: readonly (readonly [string, readonly string[]])[] = [
  ...['text-1', 'text-2', 'text-3', 'accent-text'].map(name => [name, surfaces] as const),
  ...['success', 'warning', 'danger', 'info'].map(
    name => [name, ['bg-chrome', 'bg-content', 'bg-raised', `${name}-soft`]] as const,
  ),
  ...named('m-').map(name => [name, ['bg-chrome', 'bg-content', 'bg-raised']] as const),
  ...named('syn-')
    .filter(name => !['syn-selection', 'syn-match', 'syn-line'].includes(name))
    .map(name => [name, ['bg-content']] as const),
  ['accent-text', ['accent-soft']],
  ['text-on-accent', ['accent', 'accent-hover', 'accent-active', 'danger-fill']],
]
const marks: typeof text = [
  ['line-control', ['bg-content']],
  ['focus', ['bg-chrome', 'bg-content', 'bg-raised']],
]

describe.each(['light', 'dark'] as const)('in the %s theme', theme => {
  const cases = (pairs: typeof text) =>
    pairs.flatMap(([front, backs]) => backs.map(back => [front, back] as const))
  const colour = (name: string) => tokens.get(name)?.[theme] ?? `no token ${name}`

  it.each(cases(text))('%s is readable on %s', (front, back) => {
    expect(contrast(colour(front), colour(back))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(cases(marks))('%s stands out on %s', (front, back) => {
    expect(contrast(colour(front), colour(back))).toBeGreaterThanOrEqual(3)
  })
})

/** Returns the contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
