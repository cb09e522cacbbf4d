import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CodeTargetId } from './code-targets.ts'

/** Runs the code of one target. */
export interface Toolchain {
  readonly targetId: CodeTargetId
  /** Whether its compiler takes most of a minute. */
  readonly isSlow: boolean
  /** Resolves to whether the required programs are installed. */
  isPresent(): Promise<boolean>
  /**
   * Runs pieces of code in a folder, one after another, in as few programs as the language allows. Resolves
   * to their error output.
   */
  run(codes: readonly string[], folder: string): Promise<string>
}

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]]

/** The maximum number of characters that a program may print. */
const maximumOutput = 10_000_000

/** Runs a program in a folder; never rejects. */
function execute([program, ...args]: Command, cwd?: string): Promise<{ failed: boolean; complaint: string }> {
  return new Promise(resolve => {
    execFile(
      program,
      args,
      { ...(cwd === undefined ? {} : { cwd }), maxBuffer: maximumOutput },
      (error, out, complaint) =>
        resolve({ failed: error !== null, complaint: error ? `${error.message}\n${out}` : complaint }),
    )
  })
}

interface Recipe {
  readonly targetId: CodeTargetId
  /** All must succeed if the toolchain is installed. */
  readonly probes: readonly Command[]
  /** Returns the files for pieces of code, by name. */
  files(codes: readonly string[]): Readonly<Record<string, string>>
  /** Returns the commands for this number of pieces, which run in order until one fails. */
  commands(count: number): readonly Command[]
  /** A folder to link next to the pieces, under its own name. */
  readonly link?: string
  readonly isSlow?: boolean
}

/** Creates a toolchain that writes files and runs commands on them. */
export function toolchain({ targetId, probes, files, commands, link, isSlow = false }: Recipe): Toolchain {
  return {
    targetId,
    isSlow,
    async isPresent() {
      for (const probe of probes) if ((await execute(probe)).failed) return false
      return true
    },
    async run(codes, folder) {
      if (link !== undefined) symlinkSync(link, join(folder, basename(link)))
      for (const [name, text] of Object.entries(files(codes))) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), text)
      }
      let complaints = ''
      for (const command of commands(codes.length)) {
        const { failed, complaint } = await execute(command, folder)
        complaints += complaint
        if (failed) break
      }
      return complaints
    },
  }
}

/**
 * Returns a path in the folder where `npm run test:toolchains` installs what Debian has no package for, and
 * keeps build results.
 */
export function fromCodeCache(name: string): string {
  return fileURLToPath(new URL(`../../../node_modules/.cache/code-toolchains/${name}`, import.meta.url))
}

/** Returns `count` names or lines, one per piece. */
export function each(count: number, text: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => text(index))
}
