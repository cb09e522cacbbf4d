import { spawn } from 'node:child_process'
import { exitCodes } from '../exit-codes.ts'
import { interrupts } from './io.ts'

/** Runs a program with the streams of this process until it ends; resolves to the exit code. */
export function runWithStreams(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' })
  // The terminal sends Ctrl+C to both processes. The program ends, and then this process does.
  for (const signal of interrupts) process.on(signal, () => child.kill(signal))
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('exit', code => settle(code ?? exitCodes.interrupted))
  })
}
