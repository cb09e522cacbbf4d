import {
  defaultGrpcOptions,
  type GrpcOptions,
  grpcCallOf,
  type HttpRequest,
  newGrpcRequest,
  type Row,
  row,
  trimEndOf,
} from '@parley/model'
import { type CommandReport, CurlFaultError } from '../curl/command-report.ts'
import type { ShellWord, StandardInput } from '../curl/shell-reader.ts'
import { jsonDocuments } from './json-documents.ts'
import { type GrpcurlArgument, readGrpcurlWords } from './read-grpcurl-words.ts'

/**
 * Returns the request of a command of grpcurl. `list` and `describe`, which call no method, become a request whose method is to
 * be chosen.
 * @param words - the program's name and what follows it
 */
export function grpcurlRequest(
  words: readonly ShellWord[],
  standardInput: StandardInput | null,
  report: CommandReport,
): HttpRequest {
  return new GrpcurlReading(words, standardInput, report).request()
}

class GrpcurlReading {
  readonly #values: readonly GrpcurlArgument[]
  readonly #plain: readonly ShellWord[]
  readonly #standardInput: StandardInput | null
  readonly #report: CommandReport
  readonly #start: number

  constructor(words: readonly ShellWord[], standardInput: StandardInput | null, report: CommandReport) {
    const { arguments: values, plain, unknown, missingValue } = readGrpcurlWords(words.slice(1))
    for (const { text, offset } of unknown) report.note('UNKNOWN_FLAG', text, offset)
    if (missingValue !== null)
      throw new CurlFaultError('MISSING_VALUE', missingValue.text, missingValue.offset)
    this.#values = values
    this.#plain = plain.filter(word => !isElision(word))
    for (const { text, offset } of plain.filter(isElision)) report.note('LEFT_OUT', text, offset)
    this.#standardInput = standardInput
    this.#report = report
    this.#start = words[0]?.offset ?? 0
  }

  request(): HttpRequest {
    const { address, verb, symbol, more } = this.#parts()
    if (address === null && verb === null && symbol === null)
      throw new CurlFaultError('MISSING_URL', '', this.#start)
    for (const word of more) this.#report.note('WORD_IGNORED', word.text, word.offset)
    if (verb !== null)
      this.#report.note('NO_CALL', [verb.text, symbol?.text ?? ''].join(' ').trim(), verb.offset)
    this.#reportRest()
    const messages = this.#messages()
    const definition = this.#definition()
    const seconds = Number(this.#last('max-time')?.value ?? Number.NaN)
    const largest = Number(this.#last('max-msg-sz')?.value ?? Number.NaN)
    return grpcCallOf(
      newGrpcRequest({
        url: address === null ? '' : this.#url(address.text),
        method: verb === null ? (symbol?.text ?? '') : '',
        methodType: messages.length > 1 ? 'clientStreaming' : 'unary',
        protoFilePath: definition.protoFilePath,
        metadata: this.#metadata(),
        messages: messages.map(text => ({ title: '', selected: true, text })),
        options: {
          ...defaultGrpcOptions,
          ...definition.options,
          ...(seconds > 0 && Number.isFinite(seconds) ? { deadlineMs: Math.round(seconds * 1000) } : {}),
          ...(Number.isInteger(largest) && largest > 0 ? { maxMessageBytes: largest } : {}),
          showsDefaults: this.#has('emit-defaults'),
        },
      }),
    )
  }

  /** `[address] [list|describe] [symbol]`; a word like `shop.Books/Get` alone is a method whose address was left out. */
  #parts() {
    const [first, ...rest] = this.#plain
    const isAlone = first !== undefined && rest.length === 0 && /^[A-Za-z][\w.]*\/\w+$/.test(first.text)
    const hasAddress = first !== undefined && !isVerb(first) && !isAlone
    const [next, ...others] = hasAddress ? rest : this.#plain
    const address = hasAddress ? first : null
    if (next === undefined || !isVerb(next))
      return { address, verb: null, symbol: next ?? null, more: others }
    return { address, verb: next, symbol: others[0] ?? null, more: others.slice(1) }
  }

  /** grpcurl uses TLS unless `-plaintext` is there; a bare address of Parley uses it on port 443 only. */
  #url(address: string): string {
    if (this.#has('unix') && !/^unix:/i.test(address)) return `unix:${address}`
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address
    const isUsual = address.endsWith(':443') !== this.#has('plaintext')
    if (isUsual) return address
    return `${this.#has('plaintext') ? 'grpc' : 'grpcs'}://${address}`
  }

  #metadata(): readonly Row[] {
    const rows = this.#values
      .filter(({ name }) => name === 'H' || name === 'rpc-header')
      .map(({ value, valueOffset }) => {
        const text = this.#has('expand-headers') ? this.#expanded(value, valueOffset) : value
        const colon = text.indexOf(':')
        return colon < 0
          ? row(text.trim(), '')
          : row(text.slice(0, colon).trim(), text.slice(colon + 1).trim())
      })
    const authority = this.#last('authority')
    const agent = this.#last('user-agent')
    return [
      ...rows,
      ...(authority === undefined ? [] : [row('Host', authority.value)]),
      ...(agent === undefined ? [] : [row('User-Agent', agent.value)]),
    ]
  }

  #expanded(text: string, offset: number): string {
    return text.replace(/\$\{(\w+)\}/g, (_written, name: string) => {
      this.#report.note('SHELL_VARIABLE', name, offset)
      return `{{${name}}}`
    })
  }

  #definition(): { readonly protoFilePath: string; readonly options: Partial<GrpcOptions> } {
    const [proto, ...protos] = this.#all('proto')
    const [set, ...sets] = this.#all('protoset')
    for (const { value, valueOffset } of [...this.#all('proto'), ...this.#all('protoset')])
      this.#report.file(value, 'definition', valueOffset)
    for (const { name, value, offset } of [
      ...protos,
      ...sets,
      ...(proto === undefined ? [] : this.#all('protoset')),
    ])
      this.#report.note('NO_PLACE', `-${name} ${value}`, offset)
    if (proto !== undefined)
      return { protoFilePath: this.#protoPath(proto.value), options: { definition: 'proto' } }
    for (const { value, offset } of this.#all('import-path')) this.#report.note('IMPORT_PATH', value, offset)
    if (set === undefined) return { protoFilePath: '', options: {} }
    return { protoFilePath: '', options: { definition: 'descriptorSet', descriptorSetPath: set.value } }
  }

  /** grpcurl searches a file below the import paths; Parley below the folder of its collection. */
  #protoPath(proto: string): string {
    const roots = this.#all('import-path')
    const [first] = roots
    const isAbsolute = /^(?:[/\\]|[A-Za-z]:)/.test(proto)
    const path = isAbsolute || first === undefined ? proto : `${trimEndOf(first.value, '/')}/${proto}`
    const normal = path.replace(/^(?:\.\/)+/, '')
    const folder = normal.slice(0, Math.max(normal.lastIndexOf('/'), 0))
    for (const { value, offset } of roots)
      if (bareFolder(value) !== folder) this.#report.note('IMPORT_PATH', value, offset)
    return normal
  }

  #messages(): readonly string[] {
    const data = this.#last('d')
    if (data === undefined) return []
    if (data.value !== '@') return data.value === '' ? [] : jsonDocuments(data.value)
    const input = this.#standardInput
    if (input?.kind === 'text' && input.text.trim() !== '') return jsonDocuments(input.text.trim())
    if (input?.kind === 'file') this.#report.note('FILE_IN_TEXT', input.filePath, input.offset)
    else this.#report.note('NO_INPUT', '-d @', data.valueOffset)
    return []
  }

  /** Reports what has no counterpart in a request. */
  #reportRest(): void {
    for (const { name, value, effect, offset, valueOffset } of this.#values) {
      const shown = name === 'reflect-header' ? '…' : value
      const isKept = effect === 'call' || effect === 'output'
      const isOtherFormat = name === 'format' && value !== 'json'
      const isUnread = name === 'use-reflection' && this.#values.some(one => /^proto(?:set)?$/.test(one.name))
      if (effect === 'file') this.#report.file(value, 'certificate', valueOffset)
      if (!isKept || isOtherFormat || isUnread)
        this.#report.note('NO_PLACE', [`-${name}`, shown].join(' ').trim(), offset)
    }
  }

  #all(name: string): readonly GrpcurlArgument[] {
    return this.#values.filter(one => one.name === name)
  }

  #last(name: string): GrpcurlArgument | undefined {
    return this.#values.findLast(one => one.name === name)
  }

  #has(name: string): boolean {
    return this.#values.some(one => one.name === name)
  }
}

/** The dots with which docs leave something out. */
function isElision({ text }: ShellWord): boolean {
  return text === '...' || text === '…'
}

function isVerb({ text }: ShellWord): boolean {
  return text === 'list' || text === 'describe'
}

/** Returns a folder without `./` before and slashes behind it; empty for the current folder. */
function bareFolder(path: string): string {
  const bare = trimEndOf(path.replace(/^(?:\.\/)+/, ''), '/')
  return bare === '.' ? '' : bare
}
