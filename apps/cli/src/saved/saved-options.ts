import type { Command } from 'commander'
import { collect, onlyOnce, type RequestOptions } from '../options/add-request-options.ts'
import type { RunCommandOptions } from '../run/run-options.ts'
import type { GraphQlOptions } from '../send/graphql-options.ts'

/** The options that select a saved request and its variables, as typed. */
export interface SavedOptions extends Pick<RunCommandOptions, 'env' | 'envVar' | 'only'> {}

/** The options of saved requests that are sent. */
export interface SavedSendOptions
  extends SavedOptions,
    Pick<RunCommandOptions, 'secret' | 'allowSecret' | 'allowSecrets' | 'allowFile' | 'scriptLibraries'> {}

/** Adds the options of what a run may read, for every command that sends saved requests. */
export function addPermissionOptions(command: Command): void {
  command
    .option(
      '--secret <variable>',
      'the value of a secret variable, as name=@file or name=value; never shown',
      collect,
    )
    .option(
      '--allow-secret <name>',
      'scripts may read the secret of this name; may be given several times',
      collect,
    )
    .option('--allow-secrets', 'scripts may read all secrets')
    .option(
      '--script-libraries',
      'scripts may require the bundled libraries: lodash, crypto-js, moment and others',
    )
    .option(
      '--allow-file <path>',
      'requests may send this file, or files in this folder; may be given several times',
      collect,
    )
}

/** Adds the options of saved requests to a command, in their own group. */
export function addSavedOptions(command: Command): void {
  command
    .optionsGroup('Saved request:')
    .option(
      '--only <name>',
      'the request of this name, with * for any text, if the path contains several',
      collect,
    )
    .addOption(onlyOnce('-e, --env <name>', 'an environment, by its name or as a file'))
    .option(
      '--env-var <variable>',
      'a value in the environment, as name=value; may be given several times',
      collect,
    )
}

/** Said where options of a request are given for a saved one. */
export const completeRequest = 'A saved request is complete. Give its path without the options of a request.'

/** Returns a sentence if options are given that a saved request has no use for. */
export function refuseRequestOptions(options: RequestOptions): string | null {
  const { method, header, bearer, user, digest, data, dataRaw, json, form, file } = options
  const given = [method, header, bearer, user, digest, data, dataRaw, json, form, file]
  return given.every(one => one === undefined) ? null : completeRequest
}

/** The options that only saved requests have, by their names in the code. */
const savedOptionNames = {
  env: '--env',
  envVar: '--env-var',
  only: '--only',
  secret: '--secret',
  allowSecret: '--allow-secret',
  allowSecrets: '--allow-secrets',
  scriptLibraries: '--script-libraries',
  allowFile: '--allow-file',
  operation: '--operation',
  variableJson: '--variable-json',
  failOnGraphqlErrors: '--fail-on-graphql-errors',
} as const satisfies Readonly<Record<keyof SavedSendOptions | keyof GraphQlOptions, string>>

/** Returns a sentence if options of saved requests are given for something else. */
export function refuseSavedOptions(
  words: readonly string[],
  options: SavedSendOptions & GraphQlOptions,
): string | null {
  const given = Object.entries(savedOptionNames).find(([name]) => Object.hasOwn(options, name))
  return given === undefined
    ? null
    : `${given[1]} is only for saved requests. Give the path of one${words.length === 0 ? '' : ` instead of “${words.join(' ')}”`}.`
}
