import type { ShellWord } from '../curl/shell-reader.ts'
import { type GrpcurlFlag, grpcurlFlag } from './grpcurl-flags.ts'

/** A flag of a command with its value. */
export interface GrpcurlArgument extends Pick<GrpcurlFlag, 'name' | 'effect'> {
  /** Empty for a switch. */
  readonly value: string
  /** The offset of the flag. */
  readonly offset: number
  /** The offset of the value. */
  readonly valueOffset: number
}

/** The words of one command as grpcurl reads them. */
export interface GrpcurlWords {
  readonly arguments: readonly GrpcurlArgument[]
  /** The words that are no flags. */
  readonly plain: readonly ShellWord[]
  readonly unknown: readonly ShellWord[]
  /** A trailing flag without its value. */
  readonly missingValue: ShellWord | null
}

/**
 * Reads the words after `grpcurl`: flags with one or two dashes, and values after `=` or in the next word, as Go's package
 * `flag` has them. Flags are also read after the address, where grpcurl itself refuses them.
 */
export function readGrpcurlWords(words: readonly ShellWord[]): GrpcurlWords {
  const found: GrpcurlArgument[] = []
  const plain: ShellWord[] = []
  const unknown: ShellWord[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined) break
    const [, name, joined] = /^--?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word.text) ?? []
    const flag = name === undefined ? undefined : grpcurlFlag(name)
    if (name === undefined) {
      if (word.text !== '--') plain.push(word)
    } else if (flag === undefined) unknown.push({ text: `-${name}`, offset: word.offset })
    else if (!flag.takesValue) {
      if (joined !== 'false')
        found.push({ ...flag, value: '', offset: word.offset, valueOffset: word.offset })
    } else if (joined !== undefined)
      found.push({ ...flag, value: joined, offset: word.offset, valueOffset: word.offset })
    else {
      at += 1
      const value = words[at]
      if (value === undefined) return { arguments: found, plain, unknown, missingValue: word }
      found.push({ ...flag, value: value.text, offset: word.offset, valueOffset: value.offset })
    }
  }
  return { arguments: found, plain, unknown, missingValue: null }
}
