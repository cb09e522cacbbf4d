import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What runs the code of one target. */
export interface Toolchain {
  readonly targetId: string
  /** Resolves to whether the programs that it needs are on this machine. */
  isPresent(): Promise<boolean>
  /** Runs a piece of code in a folder. Rejects with what the programs complained of. */
  run(code: string, folder: string): Promise<void>
}

/** Characters that a program may print. */
const maximumOutput = 10_000_000

function execute(program: string, args: readonly string[], cwd?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { ...(cwd === undefined ? {} : { cwd }), maxBuffer: maximumOutput },
      (error, out, complaint) =>
        error ? reject(new Error(`${program}: ${error.message}\n${out}${complaint}`)) : resolve(),
    )
  })
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  try {
    await execute(program, args)
    return true
  } catch {
    return false
  }
}

/** A toolchain that writes the code into a file and runs commands on it. */
function toolchain(
  targetId: string,
  fileName: string,
  probes: readonly (readonly [string, ...string[]])[],
  commands: readonly (readonly [string, ...string[]])[],
  adapt: (code: string) => string = code => code,
): Toolchain {
  return {
    targetId,
    async isPresent() {
      for (const [program, ...args] of probes) if (!(await succeeds(program, args))) return false
      return true
    },
    async run(code, folder) {
      writeFileSync(join(folder, fileName), adapt(code))
      for (const [program, ...args] of commands) await execute(program, args, folder)
    },
  }
}

/** Mono's compiler is older than entry points that are asynchronous. */
function withPlainMain(code: string): string {
  const entry = 'static void Main() { Run().GetAwaiter().GetResult(); }'
  return code.replace('static async Task Main()', `${entry}\n    static async Task Run()`)
}

/** All languages whose code the tests can run. */
export const toolchains: readonly Toolchain[] = [
  toolchain(
    'curl',
    'code.sh',
    [
      ['bash', '--version'],
      ['curl', '--version'],
    ],
    [['bash', 'code.sh']],
  ),
  toolchain('python', 'code.py', [['python3', '-c', 'import requests']], [['python3', 'code.py']]),
  toolchain('typescript', 'code.mts', [[process.execPath, '--version']], [[process.execPath, 'code.mts']]),
  toolchain('javascript', 'code.mjs', [[process.execPath, '--version']], [[process.execPath, 'code.mjs']]),
  toolchain('go', 'code.go', [['go', 'version']], [['go', 'run', 'code.go']]),
  toolchain(
    'java',
    'Main.java',
    [
      ['java', '--version'],
      ['javac', '--version'],
    ],
    [['java', 'Main.java']],
  ),
  toolchain(
    'csharp',
    'code.cs',
    [
      ['mcs', '--version'],
      ['mono', '--version'],
    ],
    [
      ['mcs', '-langversion:latest', '-r:System.Net.Http.dll', '-out:code.exe', 'code.cs'],
      ['mono', 'code.exe'],
    ],
    withPlainMain,
  ),
  toolchain(
    'php',
    'code.php',
    [['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);']],
    [['php', 'code.php']],
  ),
  toolchain('python-httpx', 'code.py', [['python3', '-c', 'import httpx']], [['python3', 'code.py']]),
  toolchain(
    'wget',
    'code.sh',
    [
      ['bash', '--version'],
      ['wget', '--version'],
    ],
    [['bash', 'code.sh']],
  ),
  toolchain(
    'c',
    'code.c',
    [['bash', '-c', 'echo "#include <curl/curl.h>" | cc -E -']],
    [['cc', '-Wall', '-Werror', '-o', 'code', 'code.c', '-lcurl'], ['./code']],
  ),
  toolchain('ruby', 'code.rb', [['ruby', '-e', "require 'net/http'"]], [['ruby', 'code.rb']]),
]
