import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'

/** Checks that the types for the editor's completion and docs/scripting.md match the sandbox. */
const source = readFileSync(new URL('../types/scripts.d.ts', import.meta.url), 'utf8')

const globals = [...source.matchAll(/^declare (?:const|function) (\w+)/gm)].map(match => match[1] ?? '')

/** Returns the members of an interface and of its base interface. */
function membersOf(name: string): string[] {
  const [, base, body = ''] =
    new RegExp(`^interface ${name}(?: extends (\\w+))? \\{\\n(.*?)^\\}`, 'ms').exec(source) ?? []
  const own = [...body.matchAll(/^ {2}(\w+)[?(:]/gm)].map(match => match[1] ?? '')
  // An interface may declare a member of its base in more detail.
  return [...new Set([...(base === undefined ? [] : membersOf(base)), ...own])]
}

const namespaces = [
  ['tool', 'ToolNamespace'],
  ['pm', 'PmNamespace'],
  ['tool.environment', 'SessionVariables'],
  ['tool.variables', 'SessionVariables'],
  ['tool.response', 'ResponseView'],
  ['tool.request', 'RequestView'],
  ['tool.request.headers', 'RequestHeaders'],
  ['tool.response.headers', 'HeaderView'],
  ['bru', 'BruNamespace'],
  ['req', 'BruRequest'],
  ['res', 'BruResponse'],
  ['pw', 'PwNamespace'],
  ['pw.env', 'PwVariables'],
  ['pw.expect(1).not', 'PwExpectation'],
  ['postman', 'OlderPostman'],
  ['Object.getPrototypeOf(expect(1))', 'Assertion'],
] as const

/**
 * Returns the names of a value in the sandbox, including those of its class, without those of every function
 * and object.
 */
const namesIn = (value: string) => `(() => { const value = ${value}; const names = new Set();
  for (let o = value; o && o !== Object.prototype && o !== Function.prototype; o = Object.getPrototypeOf(o))
    for (const n of Object.getOwnPropertyNames(o)) names.add(n);
  return [...names].filter(n => !['constructor', 'length', 'name', 'prototype'].includes(n) || (n === 'name' && typeof value === 'object')) })()`

async function namesOf(value: string): Promise<string[]> {
  const { session, error } = await sendWithScripts({
    post: `tool.environment.set("names", ${namesIn(value)})`,
  })
  expect(error).toBeNull()
  return JSON.parse(sessionTexts(session).names ?? '')
}

describe('the types of scripts', () => {
  test.each(namespaces)('%s has the members of %s', async (value, name) => {
    const [declared, found] = [membersOf(name), await namesOf(value)]
    expect(declared.length).toBeGreaterThan(0)
    expect(found).toEqual(expect.arrayContaining(declared))
    // chai has many more words than the specification names.
    if (name !== 'Assertion') expect(declared.toSorted()).toEqual(found.toSorted())
  })

  test('name every global that the prelude adds, and no other', async () => {
    const { session } = await sendWithScripts({
      // The image with all libraries: cheerio.
      post: `/* cheerio */ const known = "AbortController AbortSignal CustomEvent Event EventTarget Buffer crypto structuredClone TextDecoder TextEncoder URL URLSearchParams Intl console setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate".split(" ");
        const engine = (${engineGlobals.toString()})();
        tool.environment.set("names", Object.getOwnPropertyNames(globalThis).filter(n => !known.includes(n) && !engine.includes(n)))`,
    })
    const found: string[] = JSON.parse(sessionTexts(session).names ?? '')
    expect(found.toSorted()).toEqual(globals.toSorted())
  })

  test('document each member', () => {
    const lines = source.split('\n')
    const bare = lines.filter(
      (line, at) => /^(?: {2}\w+[?(:]|declare )/.test(line) && !/\*\/$/.test(lines[at - 1] ?? ''),
    )
    expect(bare).toEqual([])
  })
})

/** Returns the globals of the engine before the prelude runs. */
function engineGlobals(): string[] {
  const names = Object.getOwnPropertyNames(globalThis)
  return names.slice(0, names.indexOf('performance') + 1)
}
