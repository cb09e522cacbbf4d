import { readFileSync } from 'node:fs'
import { productSources, repository } from '../../scripts/language/product-sources.ts'

/** A function that reads, hides, masks, merges or prints a text that may come from outside. */
export interface TextReader {
  /** Its file and its name. */
  readonly name: string
  read(text: string): unknown
}

const verbs =
  'parse|read|hide|mask|print|import|split|merge|looksLike|harmless|reveal|json|prettify|as|compile|check|may|lets'
const texts = 'text|source|value|url|condition|path|json|answer|typed|base|name|output|responseText'
const nameOfReader = `((?:${verbs})[A-Z]?\\w*)(?:<[^>\\n]*>)?`
/** Of functions that answer later, others than texts are names of files. */
const declaration = new RegExp(
  `^export (?:function ${nameOfReader}\\(\\s*(?:${texts})|async function ${nameOfReader}\\(\\s*text): string`,
  'gm',
)

/** Returns the exported functions of the product that begin with such a verb and take a text first. */
export function namesOfReaders(): readonly string[] {
  return productSources()
    .filter(file => !file.includes('/prelude/'))
    .flatMap(file =>
      [...readFileSync(`${repository}${file}`, 'utf8').matchAll(declaration)].map(
        ([, name, later]) => `${file} ${name ?? later}`,
      ),
    )
}

type Call = (...values: readonly unknown[]) => unknown

const secrets = [{ name: 'token', text: 's3cr3t-token-value' }]

/** How functions are called that take more than a text. */
const calls: Readonly<Record<string, (call: Call, text: string) => unknown>> = {
  hideCredentials: (call, text) => call(text, secrets),
  hideFilledIn: (call, text) => call(text, secrets),
  hideInBody: (call, text) => call(text, 'application/json'),
  hideInText: (call, text) => call(text, secrets),
  maskNamed: (call, text) => call('password', text),
  maskQuery: (call, text) => call(text, []),
  mergeLines: (call, text) => call(text, `${text}a`, `b${text}`),
  mergedResponse: (call, text) => call('multipart/mixed; boundary=-', text),
  parseFile: (call, text) => call('a.proto', text),
  parseSetCookie: (call, text) => call(text, { host: 'a.example', isSecure: true }),
  parseTarget: (call, text) => call(text, { toAscii: (host: string) => host }),
  readAnsiCQuotes: (call, text) => call(text, 0),
  printText: (call, text) => call(text, '  '),
  splitOutsideVariables: (call, text) => call(text, '&'),
  splitText: (call, text) => call(text, 1000),
}

/** Functions without a row, and why. */
const left: Readonly<Record<string, string>> = {
  hideInMessage: 'It does what hideInText does, and pauses in long texts.',
  letsAgentsInInThread: 'It gives texts to a thread.',
  mayAgentsUse: 'It gives long texts to a thread.',
  printJsonInSteps: 'It does what printJson does, and pauses in long texts.',
  readCommands: 'It gives long texts to a worker, which a browser has.',
  readRunDataInSteps: 'It does what readRunData does, and pauses in long texts.',
  readScriptTypes: 'It reads declarations of the program.',
}

/** Returns the functions as they are called with a text; loads their modules. */
export async function textReaders(): Promise<readonly TextReader[]> {
  return Promise.all(
    namesOfReaders()
      .map(name => name.split(' '))
      .filter(([, name = '']) => left[name] === undefined)
      .map(async ([file = '', name = '']) => {
        const module: Record<string, unknown> = await import(`${repository}${file}`)
        const found = module[name]
        if (typeof found !== 'function') throw new Error(`${file} does not export the function ${name}`)
        const call: Call = (...values) => Reflect.apply(found, undefined, values)
        const special = calls[name]
        return {
          name: `${file} ${name}`,
          read: text => (special === undefined ? call(text) : special(call, text)),
        }
      }),
  )
}

/** Texts are many of one of these: what repeats itself in hostile ones. */
export const pieces = [
  ' ',
  '"',
  "'",
  '[',
  '{',
  '{{',
  '}}',
  '(',
  '<a',
  '<a>',
  '\n',
  '\r\n',
  'a\n',
  '•',
  'a',
  '/',
  '\\',
  '\\"',
  '=',
  ':',
  'a: ',
  '- ',
  '#',
  '*',
  '`',
  '"a":',
  ',',
] as const
