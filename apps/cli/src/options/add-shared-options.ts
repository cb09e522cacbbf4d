import type { Command } from 'commander'
import { collect, onlyOnce } from './add-request-options.ts'

/** Adds what selects requests among those of the paths. */
export function addSelectionOptions(command: Command): void {
  command
    .option(
      '--folder <name>',
      'only what is in this folder, as Name or Outer/Inner; may be given several times',
      collect,
    )
    .option(
      '--only <name>',
      'only these requests, with * for any text, or tag:NAME; may be given several times',
      collect,
    )
    .option(
      '--skip <name>',
      'leave out these requests, written in the same way; may be given several times',
      collect,
    )
}

/** Adds what gives saved requests their values. */
export function addVariableOptions(command: Command): void {
  command
    .addOption(onlyOnce('-e, --env <name>', 'an environment, by its name or as a file'))
    .option(
      '--env-var <variable>',
      'a value in the environment, as name=value; may be given several times',
      collect,
    )
    .option(
      '--var <variable>',
      'a value for {{name}} that overrides all others, as name=value; may be given several times',
      collect,
    )
}

/** Adds what limits a send. */
export function addSendingOptions(command: Command): void {
  command
    .option('--http <version>', 'the HTTP version: auto, 1.1 or 2')
    .option('--timeout <ms>', 'give up if a send takes longer; 0 (default) means never')
    .option(
      '--connect-timeout <ms>',
      'give up if connecting takes longer; 10000 by default, 0 means no limit',
    )
    .option('--no-follow', 'return the redirect response instead of following it')
    .option('--max-redirects <count>', 'follow at most this many redirects; 10 by default')
}

/** Adds what says how a run is reported. */
export function addReportOptions(command: Command): void {
  command
    .option(
      '-r, --reporter <name>',
      'cli, json, junit, html, tap, github or prometheus; NAME=FILE writes to a file, otlp=URL sends to a collector; may be given several times',
      collect,
    )
    .option('--force', 'overwrite existing files with reports; never one that is part of the run')
    .option('--no-color', 'print plain text, without colours')
    .option('-v, --verbose', 'also print passed tests, times, sizes and session values')
    .option('-q, --quiet', 'print only failures and the summary')
}
