import {
  type Command,
  each,
  execute,
  fromCodeCache,
  type Toolchain,
  toolchain,
} from './code-toolchain.testkit.ts'
import { c, csharp, go, java, kotlin, rust } from './codegen-compilers.testkit.ts'

/** Files of an interpreted language, and the program that runs one after the other. */
function interpreted(
  targetId: string,
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

const bash: Command = ['bash', '-c', 'for file; do bash "$file"; done', 'bash']

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

/** The Python that has a module: a version manager may stand before the system's. */
async function pythonWith(module: string): Promise<string | null> {
  for (const program of ['python3', '/usr/bin/python3'])
    if (!(await execute([program, '-c', `import ${module}`])).failed) return program
  return null
}

function python(targetId: string, program: string | null): Toolchain {
  return interpreted(
    targetId,
    'py',
    [[program ?? 'false', '--version']],
    [program ?? 'false', '-c', pythonLoop],
  )
}

const [pythonWithRequests, pythonWithHttpx] = await Promise.all([pythonWith('requests'), pythonWith('httpx')])

/** All languages whose code the tests can run. */
export const toolchains: readonly Toolchain[] = [
  interpreted('curl', 'sh', [['curl', '--version']], bash),
  interpreted('httpie', 'sh', [['http', '--version']], bash),
  interpreted('wget', 'sh', [['wget', '--version']], bash),
  python('python', pythonWithRequests),
  python('python-httpx', pythonWithHttpx),
  interpreted('typescript', 'mts', [[process.execPath, '--version']], node),
  interpreted('javascript', 'mjs', [[process.execPath, '--version']], node),
  interpreted(
    'javascript-axios',
    'mjs',
    [['test', '-d', fromCodeCache('node_modules/axios')]],
    node,
    fromCodeCache('node_modules'),
  ),
  go,
  java,
  kotlin,
  rust,
  csharp,
  c,
  interpreted(
    'php',
    'php',
    [['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);']],
    ['php', '-r', phpLoop, '--'],
  ),
  interpreted('ruby', 'rb', [['ruby', '-e', "require 'net/http'"]], ['ruby', '-e', rubyLoop, '--']),
]
