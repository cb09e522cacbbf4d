import { allowedOrigins, authSessionInMemory, type EnginePorts, withoutScripts } from '@parley/engine'
import { type ReflectedServer, reflectServer } from '@parley/engine/grpc'
import type { SendFailure } from '@parley/model'
import { describeSymbol, type FileRegistry, notesOf } from '@parley/protobuf'
import { createTransport, nodeHostNames, nodeSources } from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Io, interrupts } from '../io/io.ts'
import { typedFiles } from '../io/typed-files.ts'
import { describeFailure } from '../output/described-failure.ts'
import { memoryBodies } from '../run/memory-bodies.ts'
import { readNetwork } from '../send/read-network.ts'
import { readRequest } from '../send/read-send.ts'
import type { GrpcOptions, GrpcWords } from './define-grpc-command.ts'

/** `parley grpc`: prints the services of a server, the methods of one, or how a name is declared. */
export async function grpcCommand(words: GrpcWords, options: GrpcOptions, io: Io): Promise<ExitCode> {
  const typed = await readRequest([words.host], options, io)
  if (typeof typed === 'string') return io.stderr.printError(typed, exitCodes.badInput)
  const choosePath = await readNetwork(options, io)
  if (typeof choosePath === 'string') return io.stderr.printError(choosePath, exitCodes.badInput)
  const files = typedFiles(io)
  const transport = createTransport({
    bodyStore: memoryBodies().store,
    openFile: files.open,
    ...(choosePath === null ? {} : { choosePath }),
  })
  const ports: EnginePorts = {
    transport,
    scripts: withoutScripts,
    history: { record: async () => {} },
    ...nodeSources,
    authSession: authSessionInMemory(),
    secretHosts: allowedOrigins(options.allowHost ?? [], nodeHostNames),
    files,
  }
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  const stopListening = io.onSignals(interrupts, stop)
  const server = reflectServer(typed.request, typed.context, ports, cancel.signal)
  const code = await (words.action === 'list'
    ? list(server, words.symbol, io)
    : describe(server, words.symbol, io))
  stopListening()
  transport.close()
  return code
}

async function list(server: ReflectedServer, service: string | undefined, io: Io): Promise<ExitCode> {
  if (service === undefined) {
    const services = await server.listServices()
    return services.ok ? print(services.value, io) : reportFailure(services.failure, io)
  }
  const registry = await server.registryOf([service])
  if (!registry.ok) return reportFailure(registry.failure, io)
  printNotes(registry.value, io)
  const found = registry.value.getService(service)
  if (found === undefined)
    return io.stderr.printError(`${service} is not a service of the server.`, exitCodes.badInput)
  return print(
    found.methods.map(({ name }) => `${service}/${name}`),
    io,
  )
}

async function describe(server: ReflectedServer, symbol: string | undefined, io: Io): Promise<ExitCode> {
  const names = symbol === undefined ? await server.listServices() : { ok: true as const, value: [symbol] }
  if (!names.ok) return reportFailure(names.failure, io)
  // Servers know methods by their names with dots.
  const registry = await server.registryOf(names.value.map(name => name.replace('/', '.')))
  if (!registry.ok) return reportFailure(registry.failure, io)
  printNotes(registry.value, io)
  const texts = names.value.map(name => describeSymbol(registry.value, name))
  if (symbol !== undefined && texts[0] === null)
    return io.stderr.printError(`The server has no ${symbol}.`, exitCodes.badInput)
  return print([texts.filter(text => text !== null).join('\n\n')], io)
}

/** Prints what the server's description lacks. */
function printNotes(registry: FileRegistry, io: Io): void {
  for (const note of notesOf(registry)) io.stderr.printNote(note)
}

function print(lines: readonly string[], io: Io): ExitCode {
  io.stdout.print(lines.map(line => `${line}\n`).join(''))
  return exitCodes.ok
}

function reportFailure(failure: SendFailure, io: Io): ExitCode {
  if (failure.kind === 'cancelled') return exitCodes.interrupted
  const { sentence, code, nextStep } = describeFailure(failure)
  const exit = failure.step === 'prepare' ? exitCodes.badInput : exitCodes.requestFailed
  return io.stderr.printError(`${sentence} (${code})\n${nextStep}`, exit)
}
