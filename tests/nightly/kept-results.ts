import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** What is killed at random moments, by the names in `kept/kills.jsonl`. */
export const killSeries = {
  saves: 'A process that saves one file',
  commands: 'The server, amid commands of several windows',
  imports: 'The server, amid imports and removals',
} as const

/** Work that is too much, by the names in `kept/load.jsonl`. */
export const loads = {
  'down http/1.1': '2 GB are received over HTTP/1.1',
  'down https/1.1': '2 GB are received over HTTP/1.1 and TLS',
  'down https/2': '2 GB are received over HTTP/2',
  'up http/1.1': '2 GB are sent over HTTP/1.1',
  'up https/1.1': '2 GB are sent over HTTP/1.1 and TLS',
  'up https/2': '2 GB are sent over HTTP/2',
  run: 'A run of 10,000 requests with three reports, compared with one of 1,000',
  'page sends': '20 sends at once in the page, each answered with 50 MB',
  'page events': '100,000 events of a stream in the page',
  'page messages': '100,000 messages of a WebSocket in the page',
  'page download': '1 GB is received in the page',
  'page run': 'A run of 20,000 requests in the page',
} as const

/** Some kills of a series, with those that lost something. */
export interface KeptKills {
  readonly series: keyof typeof killSeries
  readonly seed: number
  readonly kills: number
  readonly lost: number
}

/** How much memory a load took. */
export interface KeptLoad {
  readonly load: keyof typeof loads
  readonly grownMb: number
  /** Of the page's main thread, in processor time; absent: no page took part. */
  readonly longestTaskMs?: number
}

const root = join(import.meta.dirname, '../..')
/** With the sources, so that a series of many hours can go on anywhere. */
const folder = join(import.meta.dirname, 'kept')

/** Adds a line to a file of `kept`, from which `npm run security-tables` writes tables of docs/security.md. */
function keep(file: 'kills' | 'load', result: object): void {
  mkdirSync(folder, { recursive: true })
  const line = { commit: git('rev-parse', 'HEAD'), code: interruptedCode(), ...result }
  appendFileSync(join(folder, `${file}.jsonl`), `${JSON.stringify(line)}\n`)
}

const interrupted = [
  'packages/workspace/src',
  'packages/appdata/src',
  'packages/files/src',
  'apps/server/src',
]

/**
 * Identifies the code that a kill can interrupt, which tests are no part of. Kills of another code say nothing about this
 * one.
 */
export function interruptedCode(): string {
  const files = git('ls-tree', '-r', '--full-tree', 'HEAD', '--', ...interrupted).split('\n')
  const code = files.filter(file => !/\.(?:test|testkit|slow)\.tsx?$/.test(file))
  return createHash('sha256').update(code.join('\n')).digest('hex').slice(0, 16)
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 }).trim()
}

export function keepLoad(result: KeptLoad): void {
  keep('load', result)
}

/**
 * Keeps a series of kills in parts, so that those of a series that is interrupted count.
 * @returns called with the numbers since the beginning; keeps those that are new if there are `part` or more, or at the end
 */
export function killKeeper(series: KeptKills['series'], seed: number, part = 100) {
  let kept = { kills: 0, lost: 0 }
  return (kills: number, lost: number, isEnd = false) => {
    if (kills === kept.kills || (kills - kept.kills < part && !isEnd)) return
    keep('kills', { series, seed, kills: kills - kept.kills, lost: lost - kept.lost })
    kept = { kills, lost }
  }
}
