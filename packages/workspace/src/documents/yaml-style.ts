import { Document, isMap, isScalar, Scalar, type ScalarTag, type ToStringOptions } from 'yaml'
import { type StringifyContext, stringifyString } from 'yaml/util'

/**
 * Characters that YAML 1.2 §5.1 does not allow in a file, that its line folding would change, or that UTF-8
 * cannot encode (lone surrogates): a text that contains one is written in double quotes, with escapes.
 */
const needsEscape =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

const needsEscapeEverywhere = new RegExp(needsEscape, 'g')

function quoted(text: string): string {
  return JSON.stringify(text).replace(
    needsEscapeEverywhere,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Writes strings as the library does, except those that a file cannot contain unescaped. */
export const exactStrings: ScalarTag = {
  identify: value => typeof value === 'string',
  default: true,
  tag: 'tag:yaml.org,2002:str',
  resolve: text => text,
  stringify: stringifyExact,
}

function stringifyExact(
  item: Scalar,
  context: StringifyContext,
  onComment?: () => void,
  onChompKeep?: () => void,
): string {
  if (typeof item.value === 'string' && needsEscape.test(item.value)) return quoted(item.value)
  const scalar = { ...item, value: String(item.value) }
  return stringifyString(scalar, { ...context, actualString: true }, onComment, onChompKeep)
}

/**
 * Returns the style of a document: its present one, or for a new document the style that other clients of the
 * format use.
 */
export function styleOf(text: string): ToStringOptions {
  const indent = /^( {1,8})\S/m.exec(text)?.[1]?.length ?? 2
  return {
    indent,
    indentSeq: !/^( *)[\w-]+:[ \t]*\n\1- /m.test(text),
    lineWidth: 0,
    blockQuote: 'literal',
    flowCollectionPadding: /\{ /.test(text) || !/\{\w/.test(text),
    ...(/\w: '/.test(text) && !/\w: "/.test(text) ? { singleQuote: true } : {}),
  }
}

/** Makes a document of a value, as new files have it. */
export function newDocument(value: unknown, strings: ScalarTag = exactStrings): Document {
  return new Document(value, {
    customTags: tags => [strings, ...tags],
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
  })
}

/** Prints a text as a new file has it in a block, behind `indent`. */
export function printText(text: string, indent: string): string {
  context ??= contextOfTexts()
  return stringifyExact(new Scalar(text), { ...context, indent })
}

let context: StringifyContext | undefined

/** Returns what the library knows while it prints a text. */
function contextOfTexts(): StringifyContext {
  let found: StringifyContext | undefined
  const stringify: ScalarTag['stringify'] = (_, ofText) => {
    found = ofText
    return ''
  }
  newDocument('', { ...exactStrings, stringify }).toString(styleOf(''))
  if (found === undefined) throw new Error('The library prints a text by its tag')
  return found
}

/** Adds a blank line before each part of a new file except the first. */
export function spaceParts(document: Document): void {
  if (!isMap(document.contents)) return
  for (const [index, { key }] of document.contents.items.entries())
    if (index > 0 && isScalar(key)) key.spaceBefore = true
}
