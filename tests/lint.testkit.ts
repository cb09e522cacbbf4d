import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The result of a program, with everything that it printed. */
export interface Outcome {
  readonly code: number
  readonly output: string
}

/** Runs a program of `node_modules`. */
export function runTool(program: string, args: readonly string[], cwd = root): Promise<Outcome> {
  return new Promise(resolve => {
    execFile(process.execPath, [join(root, 'node_modules', program), ...args], { cwd }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: out + err }),
    )
  })
}

/** Lints made-up files with the project's own rules, and returns the messages by path. */
export async function lintMessages(
  sources: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lint-'))
  try {
    const { vcs: _, ...rules } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'))
    await writeFile(join(folder, 'biome.json'), JSON.stringify(rules))
    await cp(join(root, 'biome.generated.json'), join(folder, 'biome.generated.json'))
    await cp(join(root, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true })
    for (const [path, source] of Object.entries(sources)) {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), source)
    }
    const options = ['--reporter=json', '--max-diagnostics=none']
    const { output } = await runTool('@biomejs/biome/bin/biome', ['lint', ...options, '.'], folder)
    return messagesByPath(output)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function messagesByPath(output: string): ReadonlyMap<string, readonly string[]> {
  // Biome prints advice about the reporter before the document.
  const { diagnostics } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  const messages = new Map<string, string[]>()
  for (const { category, message, location, advices } of diagnostics) {
    const said = `${category}: ${message} ${JSON.stringify(advices)}`
    messages.set(location.path, [...(messages.get(location.path) ?? []), said])
  }
  return messages
}
