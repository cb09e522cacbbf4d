import {
  defaultGrpcOptions,
  failed,
  type GrpcPart,
  type HttpRequest,
  ok,
  type Result,
  type SendFailure,
  withKindPart,
} from '@parley/model'
import {
  type FileDescriptorProto,
  type FileRegistry,
  openRegistry,
  type ReflectionVersion,
  readFileDescriptor,
  reflectionProto,
  reflectionVersions,
  registryOfProto,
} from '@parley/protobuf'
import { withoutScripts } from '../../after/without-scripts.ts'
import { fromBase64 } from '../../basics/text/base64.ts'
import { codecOf, portsOfCall } from '../../exchange/grpc/call-codec.ts'
import { grpcAction } from '../../exchange/grpc/grpc-action.ts'
import { describeGrpcState } from '../../prepare/kinds/grpc/grpc-status.ts'
import type { EnginePorts } from '../../prepare/ports/engine-ports.ts'
import type { BodyStore } from '../../prepare/ports/transport.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'
import type { RequestContext } from '../../prepare/request-context.ts'
import { executeRequest } from '../execute-request.ts'

/** What a server says about itself. */
export interface ReflectedServer {
  /** Returns the full names of its services, in its order. */
  listServices(): Promise<Result<readonly string[], SendFailure>>
  /** Returns the types of the files that declare these names, with all that they need. */
  registryOf(names: readonly string[]): Promise<Result<FileRegistry, SendFailure>>
  /** Returns the types of all services that it can describe. */
  wholeRegistry(): Promise<Result<FileRegistry, SendFailure>>
}

/** More than any server has. */
const limits = { files: 20_000, bytes: 100_000_000, messageBytes: 64_000_000 } as const

/**
 * Asks a server by reflection, with the URL, the metadata and the authorization of a request. Its scripts do not run, and
 * nothing is recorded in the history.
 */
export function reflectServer(
  request: HttpRequest,
  context: RequestContext,
  ports: EnginePorts,
  signal: AbortSignal,
): ReflectedServer {
  const asking = new Reflection(request, context, ports, signal)
  return {
    async listServices() {
      const answers = await asking.ask([{ listServices: '*' }])
      if (!answers.ok) return answers
      const [answer] = answers.value
      if (answer?.error !== undefined) return failed(reflectionFailed(answer.error.message))
      return ok(answer?.services ?? [])
    },
    registryOf: names => asking.registryOf(names),
    async wholeRegistry() {
      const services = await this.listServices()
      return services.ok ? asking.registryOf(services.value, 'anyOfThem') : services
    },
  }
}

/** What one answer contains. */
interface ReflectionAnswer {
  readonly files: readonly Uint8Array[]
  readonly services: readonly string[]
  readonly error?: ReflectionError
}

interface ReflectionError {
  readonly code: number
  readonly message: string
}

class Reflection {
  readonly #request: HttpRequest
  readonly #context: RequestContext
  readonly #ports: EnginePorts
  readonly #signal: AbortSignal
  #version: ReflectionVersion | null = null

  constructor(request: HttpRequest, context: RequestContext, ports: EnginePorts, signal: AbortSignal) {
    this.#request = request
    this.#context = context
    this.#signal = signal
    this.#ports = { ...ports, scripts: withoutScripts, history: { record: async () => {} } }
  }

  /** @param needed - whether it fails if the server does not know one of the names, or only if it knows none */
  async registryOf(
    names: readonly string[],
    needed: 'allOfThem' | 'anyOfThem' = 'allOfThem',
  ): Promise<Result<FileRegistry, SendFailure>> {
    const files = new Map<string, FileDescriptorProto>()
    const asked = new Set<string>()
    let questions: readonly object[] = names.map(name => ({ fileContainingSymbol: name }))
    let isFirst = true
    let bytes = 0
    while (questions.length > 0) {
      const answers = await this.ask(questions)
      if (!answers.ok) return answers
      const errors = answers.value.flatMap(({ error }) => error ?? [])
      const isRefused = needed === 'allOfThem' || errors.length === answers.value.length
      // A file that is missing may not be needed; what is, is said when the types are linked.
      const [error] = errors
      if (isFirst && isRefused && error !== undefined) return failed(refusalOf(error, names))
      for (const one of answers.value.flatMap(answer => answer.files)) {
        bytes += one.byteLength
        const file = readFileDescriptor(one)
        if (file !== null && !files.has(file.name)) files.set(file.name, file)
      }
      if (files.size > limits.files || bytes > limits.bytes)
        return failed(reflectionFailed('its descriptors are larger than 100 MB'))
      isFirst = false
      const missing = [...files.values()]
        .flatMap(file => file.dependency)
        .filter(name => !files.has(name) && !asked.has(name))
      for (const name of missing) asked.add(name)
      questions = [...new Set(missing)].map(name => ({ fileByFilename: name }))
    }
    const opened = openRegistry([...files.values()])
    return opened.ok ? ok(opened.value.registry) : failed(reflectionFailed(opened.failure))
  }

  /** Asks in one call. An older server knows only the older version of the service. */
  async ask(questions: readonly object[]): Promise<Result<readonly ReflectionAnswer[], SendFailure>> {
    const versions = this.#version === null ? reflectionVersions : [this.#version]
    let refusal = reflectionFailed('it does not answer')
    for (const version of versions) {
      const call = await this.#call(version, questions)
      if (call.ok) {
        this.#version = version
        return call
      }
      refusal = call.failure.failure
      if (!call.failure.isUnimplemented) break
    }
    return failed(refusal)
  }

  async #call(
    version: ReflectionVersion,
    questions: readonly object[],
  ): Promise<
    Result<readonly ReflectionAnswer[], { readonly failure: SendFailure; readonly isUnimplemented: boolean }>
  > {
    const registry = await registryOfProto('reflection.proto', reflectionProto(version))
    const [method] = registry.getService(`grpc.reflection.${version}.ServerReflection`)?.methods ?? []
    if (method === undefined) throw new Error('The reflection service has no method')
    const protocol = this.#request.grpc?.options.web ?? 'grpc'
    const codec = await codecOf({ method, registry }, { showsDefaults: false, protocol, way: 'reflection' })
    const texts: string[] = []
    const answered = new AbortController()
    // The content of gRPC-Web ends with its answer.
    const awaited = protocol === 'grpc' ? questions.length : Number.POSITIVE_INFINITY
    const ports = portsOfCall(this.#ports, codec, { maxMessageBytes: limits.messageBytes, deadlineMs: 0 })
    const { transport } = ports
    const collecting = {
      ...transport,
      send: (...[passed, observer, signal]: Parameters<typeof transport.send>) =>
        transport.send(passed, observer, signal, answerStore(texts, awaited, answered)),
    }
    const asking = reflectionRequest(this.#request, questions)
    const outcome = await executeRequest(
      {
        request: asking,
        context: this.#context,
        ports: { ...ports, transport: collecting },
        signal: AbortSignal.any([this.#signal, answered.signal]),
      },
      { action: grpcAction({ codec }) },
    )
    const isAnswered = answered.signal.aborted && !this.#signal.aborted
    if (!outcome.ok && !isAnswered)
      return failed({ failure: outcome.failure.failure, isUnimplemented: false })
    const grpc = outcome.ok ? outcome.value.exchange.response.grpc : undefined
    if (outcome.ok && grpc !== undefined && grpc.code !== 0) {
      const address = hostOf(outcome.value.exchange.request.targetUri)
      const failure = { ...reflectionFailed(describeGrpcState(grpc)), address }
      return failed({ failure, isUnimplemented: grpc.code === unimplemented })
    }
    return ok(texts.join('').trim().split('\n').filter(Boolean).map(readAnswer))
  }
}

const unimplemented = 12

/** The metadata and the authorization of the request are those of its questions. */
function reflectionRequest(request: HttpRequest, questions: readonly object[]): HttpRequest {
  const messages = questions.map(question => ({
    title: '',
    selected: true,
    // Braces in names of files are no variables, and JSON can write them in another way.
    text: JSON.stringify(question).replaceAll('{{', '{\\u007b'),
  }))
  const { grpc } = request
  const call: GrpcPart = {
    method: '',
    methodType: 'bidirectionalStreaming',
    protoFilePath: '',
    messages,
    options: {
      ...defaultGrpcOptions,
      deadlineMs: grpc?.options.deadlineMs ?? 0,
      maxMessageBytes: limits.messageBytes,
      ...(grpc?.options.web !== undefined && { web: grpc.options.web }),
    },
  }
  return withKindPart(request, { grpc: call })
}

/**
 * Keeps the answers, one in a line, and ends the call with the last of them: a server may leave its stream open, and an answer
 * is complete without the end.
 */
function answerStore(texts: string[], questions: number, answered: AbortController): BodyStore {
  let lines = 0
  return {
    async create() {
      const decoder = new TextDecoder()
      return {
        handle: '',
        write: async bytes => {
          const text = decoder.decode(bytes, { stream: true })
          texts.push(text)
          lines += text.split('\n').length - 1
          if (lines >= questions) answered.abort()
        },
        close: async () => {},
      }
    },
  }
}

function readAnswer(line: string): ReflectionAnswer {
  const answer: unknown = JSON.parse(line)
  const listOf = (value: unknown) => (Array.isArray(value) ? value : [])
  const files = listOf(at(at(answer, 'fileDescriptorResponse'), 'fileDescriptorProto'))
  const services = listOf(at(at(answer, 'listServicesResponse'), 'service'))
  const error = at(answer, 'errorResponse')
  return {
    files: files.flatMap(one => bytesOf(one) ?? []),
    services: services.flatMap(one => {
      const name = at(one, 'name')
      return typeof name === 'string' ? [name] : []
    }),
    ...(error === undefined ? {} : { error: readError(error) }),
  }
}

function bytesOf(value: unknown): Uint8Array | null {
  return typeof value === 'string' ? fromBase64(value) : null
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function hostOf(uri: string): string {
  return /^[^:]+:\/\/([^/?#]*)/.exec(uri)?.[1] ?? ''
}

function readError(error: unknown): ReflectionError {
  const message = at(error, 'errorMessage')
  return { code: Number(at(error, 'errorCode')), message: message ? String(message) : 'it gave no reason' }
}

const notFound = 5

function refusalOf({ code, message }: ReflectionError, names: readonly string[]): SendFailure {
  return code === notFound
    ? preparationFailure('invalidRequest', 'GRPC_SYMBOL_UNKNOWN', names.join(', '))
    : reflectionFailed(message)
}

function reflectionFailed(reason: string): SendFailure {
  return { ...preparationFailure('protocol', 'GRPC_REFLECTION', reason), step: 'response' }
}
