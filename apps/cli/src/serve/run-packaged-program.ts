import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { exitCodes } from '../exit-codes.ts'

/** In the package, the other programs and the page are next to this one; otherwise they are where each is built. */
const isBundled = !import.meta.url.endsWith('.ts')
const pathOf = (bundled: string, source: string) =>
  fileURLToPath(new URL(isBundled ? bundled : source, import.meta.url))

/** The paths of the programs that are started as processes of their own, and of the page. */
export const packagedProgram = {
  server: pathOf('./server/dist/main.js', '../../../server/src/main.ts'),
  desktop: pathOf('./desktop/dist/main.js', '../../../desktop/src/main.ts'),
  page: pathOf('./page', '../../../web/dist'),
}

/** Runs a program until it ends; resolves to the exit code. */
export function runUntilEnd(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' })
  // The terminal sends Ctrl+C to both processes. The program ends, and then this process does.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('exit', code => settle(code ?? exitCodes.interrupted))
  })
}
