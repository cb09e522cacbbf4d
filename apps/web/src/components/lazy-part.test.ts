import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { absenceWords, faultWords, missingPartWords, type ServerAbsence } from './server-absence.ts'

const folder = join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => /(?<!\.test|\.testkit|\.slow)\.tsx?$/.test(name))
  .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const absences = Object.keys(absenceWords) as ServerAbsence[]

/** The parts that are loaded late, by the module that each loads. */
const parts = sources.flatMap(({ name, text }) =>
  [...text.matchAll(/(?<!typeof )\bimport\(\s*'([^']+)'/g)].map(({ 1: module = '', index }) => ({
    name,
    module,
    isView: /\.tsx'$/.test(`${module}'`),
    text,
    index,
  })),
)

it.each(absences)('advises nobody to reload the page while the server is away: %s', absence => {
  for (const { sentences } of [missingPartWords(absence), faultWords('The dialog', 'Why.', absence)]) {
    const words = sentences.join(' ')
    expect(words).toContain(absenceWords[absence].fact)
    expect(words).not.toMatch(/reload(?!\s+it before you have copied)/i)
  }
})

it('says what to do where the server is there and a part is not', () => {
  expect(missingPartWords(null).sentences.join(' ')).toMatch(
    /Try again; if it fails again, Parley was updated/,
  )
})

it('shows the panel for every view that is loaded late', () => {
  const views = parts.filter(({ isView }) => isView)
  expect(views.length).toBeGreaterThan(40)
  const inPart = /lazy(?:Part|Overlay)\(\s*async \(\) => \(await $/
  const without = views.filter(
    ({ text, index, module }) => !inPart.test(text.slice(0, index)) && !otherwise.has(module),
  )
  expect(without.map(({ name, module }) => `${name}: ${module}`)).toEqual([])
  expect(sources.filter(({ text }) => /\blazy\(/.test(text)).map(({ name }) => name)).toEqual([
    'components/lazy-part.tsx',
  ])
})

/**
 * The views that are loaded before something shows them through `lazyPart`, or before there is a page, and popups, for which
 * nothing has to be said if they are missing.
 */
const otherwise: ReadonlySet<string> = new Set([
  './views/Shell/NoTokenView.tsx',
  './ShownAssistant.tsx',
  '../meta/MetaContent.tsx',
  './ResponseBody.tsx',
  './VariablePopup.tsx',
])

it('leaves the advice to reload to the words that know of the server', () => {
  const advice = /\breload(?:ing)?\b[^\n]{0,12}\b(?:page|it|window)\b/i
  const found = sources.filter(({ text }) => advice.test(text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')))
  expect(found.map(({ name }) => name).toSorted()).toEqual([
    'components/MarkdownView.tsx',
    'components/server-absence.ts',
  ])
  // Those of a text that is not formatted are replaced while the server is away.
  const markdown = sources.find(({ name }) => name === 'components/MarkdownView.tsx')?.text ?? ''
  expect(markdown).toMatch(/absence !== null\s*\? withoutServer\(absence\)/)
})
