import { Argument, type Command } from 'commander'
import { addNetworkOptions, type NetworkOptions } from '../options/add-network-options.ts'
import { addCallOptions, allowHostHelp, type CallOptions, collect } from '../options/add-request-options.ts'

/** The options of `parley grpc` as typed. */
export interface GrpcOptions extends CallOptions, NetworkOptions {
  readonly allowHost?: readonly string[]
  readonly timeout?: string
  readonly connectTimeout?: string
}

/** What follows `parley grpc`. */
export interface GrpcWords {
  readonly action: 'list' | 'describe'
  readonly host: string
  readonly symbol: string | undefined
}

/** Adds `parley grpc` to a program; `run` gets its words and options. */
export function defineGrpcCommand(
  program: Command,
  run: (words: GrpcWords, options: GrpcOptions) => Promise<void>,
): void {
  const command = program
    .command('grpc')
    .description('List or describe the services of a gRPC server, by server reflection.')
    .addArgument(new Argument('<action>', 'what to print').choices(['list', 'describe']))
    .argument('<host>', 'the server, as host:port or as a URL')
    .argument('[symbol]', 'the full name of a service; for describe also of a method, message, field or enum')
    .optionsGroup('Call:')
  addCallOptions(command, 'are never shown')
  command
    .optionsGroup('Sending:')
    .option('--timeout <ms>', 'give up if a response takes longer; 0 (default) means never')
    .option(
      '--connect-timeout <ms>',
      'give up if connecting takes longer; 10000 by default, 0 means no limit',
    )
    .option('--allow-host <host>', allowHostHelp, collect)
  addNetworkOptions(command)
  command
    .showHelpAfterError('Run parley grpc --help to see its options.')
    .addHelpText('after', examples)
    .action((action: GrpcWords['action'], host: string, symbol: string | undefined, options: GrpcOptions) =>
      run({ action, host, symbol }, options),
    )
}

const examples = `
Headers are sent as the metadata of the calls. A host without a scheme is called without TLS, but on port 443.

Examples:
  parley grpc list localhost:50051
  parley grpc list localhost:50051 shop.Books
  parley grpc describe grpcs://shop.example.com shop.Books/Get --bearer TOKEN`
