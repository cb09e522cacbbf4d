import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { isProcessRunning } from './is-process-running.ts'

/** A program on another machine or in another container cannot be looked up: its files are left alone this long. */
const elsewhereMs = 3_600_000

/** The marks of earlier versions do not say where their processes run. */
const unplacedMs = 60_000

/** If it is unknown when a process began, another one may have its number by now. */
const reusedMs = 7 * 24 * 3_600_000

/** The digits that mean that it is unknown when a process began. */
const unknownStart = '0'.repeat(10)

/** The process that made a temporary file, as the file's name says it. */
export interface MarkedProcess {
  readonly processId: number
  /** The machine and the container, as 8 hexadecimal digits; null in names that older versions made. */
  readonly place: string | null
  /** When it began, as 10 hexadecimal digits, which distinguishes it from a later process of the same number. */
  readonly start: string
}

/**
 * Returns a text for the name of a file or folder that this process will remove or rename, and that another one removes
 * if this one is killed before ({@link isLeftBehind}). Two marks are never equal.
 * @param processId of the process that removes it, if that is another one
 */
export function processMark(processId: number = process.pid): string {
  const start = lookUp(processId)?.start ?? unknownStart
  return `${processId}-${ownPlace()}-${start}-${randomBytes(8).toString('hex')}`
}

/**
 * Returns the process that a mark names.
 * @param rest what follows its number and `-`: 36 hexadecimal digits and `-`
 */
export function markedProcess(processId: string, rest: string): MarkedProcess {
  const [, place = null, start = unknownStart] =
    /^([0-9a-f]{8})-([0-9a-f]{10})-[0-9a-f]{16}$/.exec(rest) ?? []
  return { processId: Number(processId), place, start }
}

/**
 * Returns whether the process that made a file has ended without removing it.
 * @param unchangedMs how long ago the file was changed
 */
export function isLeftBehind({ processId, place, start }: MarkedProcess, unchangedMs: number): boolean {
  if (place === null) return unchangedMs >= (isRunning(processId) ? reusedMs : unplacedMs)
  if (place !== ownPlace()) return unchangedMs >= elsewhereMs
  if (!isMarkedRunning({ processId, place, start })) return true
  return start === unknownStart && processId !== process.pid && unchangedMs >= reusedMs
}

/**
 * Returns whether a process of this machine may be the one that a mark names: one with its number is running and began
 * when the mark says, as far as that is known.
 */
export function isMarkedRunning({ processId, start }: MarkedProcess): boolean {
  if (!isRunning(processId)) return false
  const now = lookUp(processId)?.start ?? unknownStart
  return start === unknownStart || now === unknownStart || start === now
}

function isRunning(processId: number): boolean {
  return isProcessRunning(processId) && lookUp(processId)?.hasEnded !== true
}

let knownPlace: string | undefined

function ownPlace(): string {
  knownPlace ??= createHash('sha256').update(`${hostname()}\n${processNamespace()}`).digest('hex').slice(0, 8)
  return knownPlace
}

/** Each container numbers its processes from 1, which may have the name of the machine. */
function processNamespace(): string {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : ''
  } catch {
    return ''
  }
}

/** Returns when a process began, in ticks since the machine did; null where the system does not say it in a file. */
function lookUp(processId: number): { readonly start: string; readonly hasEnded: boolean } | null {
  if (process.platform !== 'linux') return null
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'latin1')
    // The name of the program, in parentheses, may have spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const start = Number(fields[19])
    if (!Number.isSafeInteger(start)) return null
    return { start: start.toString(16).padStart(10, '0'), hasEnded: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return null
  }
}
