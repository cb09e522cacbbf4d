import { entriesOf, isObject, type JsonValue, member, textMember } from './json-value.ts'

/** What a file is that another tool wrote and that cannot be imported: its name in a sentence, and how it is recognised. */
interface ForeignFormat {
  readonly name: string
  /** By the first lines of the text. */
  readonly isText?: (lines: readonly string[]) => boolean
  /** By the keys of its JSON or YAML. */
  readonly isValue?: (value: JsonValue) => boolean
}

/** No format has its marks further down. */
const headCharacters = 20_000

const hurlSections = new Set(
  ['Asserts', 'Captures', 'Options', 'QueryStringParams', 'Query', 'FormParams', 'Form', 'Cookies'].map(
    name => `[${name}]`,
  ),
)

const foreignFormats: readonly ForeignFormat[] = [
  { name: 'a Karate feature', isText: lines => firstOf(lines, '#', '@').startsWith('Feature:') },
  { name: 'a RAML document', isText: ([first = '']) => first.startsWith('#%RAML') },
  { name: 'a SoapUI project', isText: lines => someHas(lines, ':soapui-project') },
  { name: 'a JMeter test plan', isText: lines => someHas(lines, '<jmeterTestPlan') },
  { name: 'a k6 script', isText: lines => someHas(lines, "from 'k6") || someHas(lines, 'from "k6') },
  {
    name: 'a Voiden file',
    isText: lines => lines[0] === '---' && lines.some(line => line.startsWith('generatedBy: Voiden')),
  },
  { name: 'a Hurl file', isText: lines => isRequestLine(firstOf(lines, '#')) && lines.some(isHurlLine) },
  { name: 'an .http file', isText: lines => isRequestLine(firstOf(lines, '#', '//', '@')) },
  { name: 'an AsyncAPI document', isValue: value => typeof member(value, 'asyncapi') === 'string' },
  { name: 'an export of Yaak', isValue: value => member(value, 'yaakSchema') !== undefined },
  { name: 'a mock server of Insomnia', isValue: value => isInsomniaType(value, 'mock') },
  { name: 'an MCP client of Insomnia', isValue: value => isInsomniaType(value, 'mcp') },
  {
    name: 'a request of Posting',
    isValue: value =>
      hasText(value, 'url') && hasText(value, 'name') && ['options', 'params', 'scripts'].some(hasIn(value)),
  },
  {
    name: 'an operation of Kreya',
    isValue: value => hasText(value, 'invokerName') && hasText(value, 'operationType'),
  },
  {
    name: 'a collection of Slumber',
    isValue: value =>
      isObject(member(value, 'requests')) &&
      (['profiles', 'chains', '$ref', '.ignore'].some(hasIn(value)) ||
        entriesOf(member(value, 'requests')).some(
          ([, one]) => hasText(one, 'method') && hasText(one, 'url'),
        )),
  },
]

/**
 * Returns what a file is that another tool wrote and that cannot be imported, to go on with "This is"; null if nothing is
 * known of it.
 * @param value - the JSON or YAML in it; undefined if it is neither
 */
export function foreignFormatOf(text: string, value: JsonValue | undefined): string | null {
  const lines = text
    .slice(0, headCharacters)
    .split('\n')
    .map(line => line.trim())
  const found = foreignFormats.find(
    ({ isText, isValue }) => isText?.(lines) === true || (value !== undefined && isValue?.(value) === true),
  )
  return found?.name ?? null
}

/** Returns the first line that says something; lines that begin with one of the marks are comments or tags. */
function firstOf(lines: readonly string[], ...marks: readonly string[]): string {
  return lines.find(line => line !== '' && !marks.some(mark => line.startsWith(mark))) ?? ''
}

function someHas(lines: readonly string[], mark: string): boolean {
  return lines.some(line => line.includes(mark))
}

const methods = new Set([
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'],
  ...['GRAPHQL', 'WEBSOCKET', 'GRPC'],
])

/** `GET http://host/path`, perhaps with a version. */
function isRequestLine(line: string): boolean {
  const [method = '', target = ''] = line.split(' ')
  return methods.has(method) && ['/', '{{', 'http', 'ws', 'grpc'].some(start => target.startsWith(start))
}

/** A section, or the status that is expected: `HTTP 200`, `HTTP/1.1 *`. */
function isHurlLine(line: string): boolean {
  if (hurlSections.has(line)) return true
  const [protocol = '', status = ''] = line.split(' ')
  const isProtocol = protocol === 'HTTP' || protocol.startsWith('HTTP/')
  return isProtocol && (status === '*' || (status.length === 3 && Number.isInteger(Number(status))))
}

function isInsomniaType(value: JsonValue, kind: string): boolean {
  const type = textMember(value, 'type')
  return type.startsWith(kind) && type.includes('.insomnia.rest/')
}

function hasText(value: JsonValue, name: string): boolean {
  return typeof member(value, name) === 'string'
}

function hasIn(value: JsonValue): (name: string) => boolean {
  return name => member(value, name) !== undefined
}
