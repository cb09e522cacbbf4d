import type { Node } from 'acorn'
import { childrenOf, isNode, programOf } from './syntax-tree.ts'

/** Sentences for what is not supported, by the name in the message. */
const insteadOf: Readonly<Record<string, string>> = {
  fetch: 'Use bru.sendRequest or pm.sendRequest in a Pre Request script.',
  XMLHttpRequest: 'Use bru.sendRequest or pm.sendRequest in a Pre Request script.',
  process: 'Put the value into a variable and read it with tool.environment.get.',
  hopp: 'Use pw, or tool.',
  'bru.getProcessEnv': 'Put the value into a variable and read it with bru.getEnvVar.',
  'bru.cookies': 'Read the cookies that a response sets with res.getHeader("set-cookie").',
  'bru.runRequest': 'Use bru.sendRequest, or run the collection.',
  'req.setUrl': 'Assign pm.request.url in a Pre Request script.',
  'pm.execution.runRequest': 'Use pm.sendRequest in a Pre Request script, or run the collection.',
  'pm.require': 'Use require with a bundled package.',
  'pm.vault.get': 'Use a secret variable and allow it to scripts.',
  'pm.vault.set': 'Use a secret variable.',
  'pm.visualizer.set': 'The Preview of the response shows HTML.',
  'req.setTimeout': 'Set the timeout in the Settings of the request.',
  'req.setMaxRedirects': 'Set the redirects in the Settings of the request.',
  'req.onFail': 'Look at the result of the run instead.',
}

/** Assertions that other test libraries name differently. */
const assertions: Readonly<Record<string, string>> = {
  toBe: 'to.equal',
  toEqual: 'to.eql',
  toStrictEqual: 'to.eql',
  toContain: 'to.include',
  toMatch: 'to.match',
  toHaveLength: 'to.have.lengthOf',
  toHaveProperty: 'to.have.property',
  toBeDefined: 'to.exist',
  toBeTruthy: 'to.be.ok',
  toBeNull: 'to.be.null',
  toThrow: 'to.throw',
  statusCode: 'status',
  OK: 'ok',
  equalTo: 'equal',
  greaterThan: 'above',
  lessThan: 'below',
}

/** A message with the step that helps, and the position if the engine did not know it. */
type Rule = readonly [
  pattern: RegExp,
  step: (
    found: RegExpExecArray,
    place: { readonly source: string; readonly line: number | null; readonly column: number | null },
  ) => string | null,
]

const rules: readonly Rule[] = [
  [
    /^TypeError: (?:value is not iterable|cannot read property 'Symbol\.iterator' of|Cannot convert undefined or null to object)/,
    () => 'Only lists can be looped over or destructured: check that the value is there.',
  ],
  [
    /^((?:req|res|pm|bru)\.[\w.]+) is not available in this context$/,
    ([, name = '']) =>
      `Use ${name} in a ${name.startsWith('res.') ? 'Post Response' : 'Pre Request'} script.`,
  ],
  [/^([\w.]+) is not supported$/, ([, name = '']) => insteadOf[name] ?? null],
  [
    /^Invalid Chai property: (\w+)/,
    ([, name = '']) => (assertions[name] === undefined ? null : `Use ${assertions[name]}.`),
  ],
  [/^TypeError: cannot read property '(.+)' of (undefined|null)$/, readStep],
  [
    /^ReferenceError: (\w+) is not defined$/,
    ([, name = '']) => `Declare ${name} with const or let, or check its spelling.`,
  ],
  [/^TypeError: not a function: (.+)$/, ([, name = '']) => `Check the spelling of ${name}.`],
  [/^TypeError: '(.+)' is read-only$/, ([, name = '']) => `Declare ${name} with let to change it.`],
  [
    /^SyntaxError: invalid redefinition of lexical identifier$/,
    () => 'A name is declared twice. Remove one of the declarations.',
  ],
  [
    /^SyntaxError: .*: ''$|^SyntaxError: unexpected end of/i,
    () => 'The script ends before a bracket or quote is closed.',
  ],
  [
    /^SyntaxError: Unexpected (?:identifier|token)/,
    (_found, { source }) =>
      /^[^\S\r\n\u2028\u2029]*import\b/m.test(source)
        ? 'import is not possible in scripts: use a global library, or require.'
        : null,
  ],
  [/^SyntaxError: unexpected token: 'object'$/, () => 'JSON.parse needs text, but this is already parsed.'],
  [
    /^SyntaxError: .* in JSON at position|^SyntaxError: unexpected end of input$/i,
    () => 'The text is not JSON.',
  ],
  [/^RangeError: Maximum call stack size exceeded$/, () => 'A function calls itself endlessly.'],
  [/^TypeError: A test needs a function$/, () => "Write it as test('name', () => { … })."],
  [
    /^pm\.sendRequest takes a callback/,
    () => 'Use pm.sendRequest(url, (error, response) => { … }), or await bru.sendRequest.',
  ],
  [/ needs a URL$/, () => 'Pass it as text, or as the url of an object.'],
  [/^TypeError: req\.setHeader needs a value/, () => 'Check that the value is there.'],
  [/^TypeError: req\.setHeaders needs an object$/, () => 'Write it as { name: value }.'],
  [/ needs an object with key and value$/, () => "Write it as { key: 'name', value: 'text' }."],
  [/cannot be the name of a header$/, () => 'Use letters, digits and hyphens.'],
  [
    /^The header \S+ cannot be changed by a script$/,
    () => 'It is set from the URL and the body: remove the line.',
  ],
  [
    /^require is not supported\. No package/,
    () => 'Write what it does in the script, or use a bundled one: lodash, crypto-js, moment.',
  ],
  [/^bru\.sendRequest with params is not supported$/, () => 'Write the params into the url.'],
  [/^bru\.sendRequest with \w+ is not supported$/, () => 'Write it into url and headers.'],
  [
    /^A script can make at most \d+ requests$/,
    () => 'Make fewer requests, or save some of them in the collection.',
  ],
]

/** Returns what to do about an error of a script; null if its message says enough. */
export function nextStepOf(
  message: string,
  place: { readonly source: string; readonly line: number | null; readonly column: number | null },
): string | null {
  for (const [pattern, step] of rules) {
    const found = pattern.exec(message)
    if (found !== null) return step(found, place)
  }
  return null
}

/** What to read instead of members that other responses have. */
const readInstead: Readonly<Record<string, string>> = {
  'pm.response.body': 'Use pm.response.json() or pm.response.text().',
  'pm.response.statusCode': 'Use pm.response.code.',
  'pm.response.data': 'Use pm.response.json().',
}

/** Says which part of an expression was missing. */
function readStep(
  [, property = '', nothing = '']: RegExpExecArray,
  { source, line, column }: Parameters<Rule[1]>[1],
): string {
  const name = line === null || column === null ? null : readAt(source, property, line, column)
  if (name === null) return `Check that the value before .${property} is there.`
  const instead = readInstead[name.replace(/^(?:tool|insomnia)\./, 'pm.')]
  if (instead !== undefined) return instead
  if (/^(?:(?:pm|tool|insomnia|pw)\.response|res)$/.test(name))
    return 'There is no response before the send: use a Post Response script.'
  return `${name} is ${nothing}: check its spelling and that the value is there.`
}

/**
 * Returns the expression whose property could not be read, as written: the nearest one to a position of those
 * with this property.
 */
function readAt(source: string, property: string, line: number, column: number): string | null {
  const program = programOf(source)
  if (program === null) return null
  const reads = [...readsIn(program)].filter(({ name }) => name === property)
  const distance = ({ object }: Read) => {
    const places = [object.loc?.start, object.loc?.end].filter(place => place?.line === line)
    return Math.min(...places.map(place => Math.abs((place?.column ?? 0) + 1 - column)))
  }
  const [nearest] = reads
    .filter(one => Number.isFinite(distance(one)))
    .toSorted((a, b) => distance(a) - distance(b))
  const text = nearest === undefined ? '' : source.slice(nearest.object.start, nearest.object.end)
  return text === '' || text.length > maxNameCharacters || text.includes('\n') ? null : text
}

const maxNameCharacters = 80

interface Read {
  readonly name: string
  readonly object: Node
}

function* readsIn(node: Node): Generator<Read> {
  for (const child of childrenOf(node)) yield* readsIn(child)
  const object: unknown = Reflect.get(node, 'object')
  const property: unknown = Reflect.get(node, 'property')
  if (node.type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return
  const name: unknown = Reflect.get(property, 'name') ?? Reflect.get(property, 'value')
  yield { name: String(name), object }
}
