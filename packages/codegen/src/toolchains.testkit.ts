import type { CodeTargetId } from './code-targets.ts'
import { type Command, each, fromCodeCache, type Toolchain, toolchain } from './code-toolchain.testkit.ts'
import { c, csharp, go, java, kotlin, rust } from './compilers.testkit.ts'

/** Creates the files of an interpreted language, and the program that runs them one after another. */
function interpreted(
  targetId: CodeTargetId,
  extension: string,
  probes: readonly Command[],
  loop: Command,
  link?: string,
): Toolchain {
  return toolchain({
    targetId,
    probes,
    ...(link === undefined ? {} : { link }),
    files: codes => Object.fromEntries(codes.map((code, index) => [`case${index}.${extension}`, code])),
    commands: count => [[...loop, ...each(count, index => `./case${index}.${extension}`)]],
  })
}

const bash: Command = ['bash', '-c', 'for file; do . "$file"; done', 'bash']

const pythonLoop = `
import runpy, sys, traceback
for file in sys.argv[1:]:
    try:
        runpy.run_path(file)
    except BaseException:
        traceback.print_exc()
`

const nodeLoop = `
for (const file of process.argv.slice(1)) {
  try {
    await import(new URL(file, 'file://' + process.cwd() + '/'))
  } catch (error) {
    console.error(error)
  }
}
`
const node: Command = [process.execPath, '--input-type=module', '--eval', nodeLoop, '--']

const phpLoop = `
foreach (array_slice($argv, 1) as $file) {
    try {
        (function (string $file) { include $file; })($file);
    } catch (Throwable $error) {
        fwrite(STDERR, $error);
    }
}
`

const rubyLoop = `
ARGV.each do |file|
  load file
rescue Exception => error
  warn error.full_message
end
`

/** Runs the Python that has a module with arguments, because a version manager's may precede the system's. */
const pythonWith = (module: string): Command => [
  'bash',
  '-c',
  `for program in python3 /usr/bin/python3; do
    "$program" -c 'import ${module}' 2> /dev/null && exec "$program" "$@"
  done
  exit 1`,
  'bash',
]

function python(targetId: CodeTargetId, module: string): Toolchain {
  const program = pythonWith(module)
  return interpreted(targetId, 'py', [[...program, '--version']], [...program, '-c', pythonLoop])
}

/** The check of a target's code: a toolchain that runs it, or a parser and the reason why nothing runs it. */
export type CodeCheck =
  | { readonly toolchain: Toolchain }
  | { readonly parser: 'swift' | 'dart' | 'powershell'; readonly because: string }

/** The check of every target; a missing one does not compile. */
export const codeChecks: Readonly<Record<CodeTargetId, CodeCheck>> = {
  curl: { toolchain: interpreted('curl', 'sh', [['curl', '--version']], bash) },
  httpie: { toolchain: interpreted('httpie', 'sh', [['http', '--version']], bash) },
  wget: { toolchain: interpreted('wget', 'sh', [['wget', '--version']], bash) },
  python: { toolchain: python('python', 'requests') },
  'python-httpx': { toolchain: python('python-httpx', 'httpx') },
  typescript: { toolchain: interpreted('typescript', 'mts', [[process.execPath, '--version']], node) },
  javascript: { toolchain: interpreted('javascript', 'mjs', [[process.execPath, '--version']], node) },
  'javascript-axios': {
    toolchain: interpreted(
      'javascript-axios',
      'mjs',
      [['test', '-d', fromCodeCache('node_modules/axios')]],
      node,
      fromCodeCache('node_modules'),
    ),
  },
  go: { toolchain: go },
  java: { toolchain: java },
  kotlin: { toolchain: kotlin },
  rust: { toolchain: rust },
  csharp: { toolchain: csharp },
  c: { toolchain: c },
  php: {
    toolchain: interpreted(
      'php',
      'php',
      [['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);']],
      ['php', '-r', phpLoop, '--'],
    ),
  },
  ruby: {
    toolchain: interpreted(
      'ruby',
      'rb',
      [['ruby', '-e', "require 'net/http'"]],
      ['ruby', '-e', rubyLoop, '--'],
    ),
  },
  swift: { parser: 'swift', because: 'Debian has no package of its compiler.' },
  dart: { parser: 'dart', because: 'Debian has no package of its compiler.' },
  powershell: { parser: 'powershell', because: 'Debian has no package of PowerShell.' },
}

/** All toolchains that run the code of a target. */
export const toolchains: readonly Toolchain[] = Object.values(codeChecks).flatMap(check =>
  'toolchain' in check ? [check.toolchain] : [],
)
