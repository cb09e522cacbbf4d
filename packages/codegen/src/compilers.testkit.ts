import { join } from 'node:path'
import { each, fromCodeCache, toolchain } from './code-toolchain.testkit.ts'

/** Each piece becomes a package of one program. */
export const go = toolchain({
  targetId: 'go',
  probes: [['go', 'version']],
  files: codes => ({
    'go.mod': 'module snippets\n\ngo 1.18\n',
    'main.go': [
      'package main',
      'import (',
      ...codes.map((_, index) => `\t"snippets/case${index}"`),
      ')',
      'func main() {',
      ...codes.map((_, index) => `\tcase${index}.Main()`),
      '}\n',
    ].join('\n'),
    ...Object.fromEntries(
      codes.map((code, index) => [
        `case${index}/main.go`,
        code.replace('package main', `package case${index}`).replace('func main()', 'func Main()'),
      ]),
    ),
  }),
  commands: () => [['go', 'run', '.']],
})

/** Each piece becomes a package of one program. */
export const java = toolchain({
  targetId: 'java',
  probes: [
    ['java', '--version'],
    ['javac', '--version'],
  ],
  files: codes => ({
    'Run.java': [
      'class Run {',
      '  interface Piece { void run() throws Exception; }',
      '  static void run(Piece piece) { try { piece.run(); } catch (Exception error) { error.printStackTrace(); } }',
      '  public static void main(String[] args) {',
      ...codes.map((_, index) => `    run(() -> case${index}.Main.main(args));`),
      '  }',
      '}\n',
    ].join('\n'),
    ...Object.fromEntries(
      codes.map((code, index) => [`case${index}/Main.java`, `package case${index};\n${code}`]),
    ),
  }),
  commands: count => [
    [
      'javac',
      '-encoding',
      'UTF-8',
      '-d',
      'out',
      'Run.java',
      ...each(count, index => `case${index}/Main.java`),
    ],
    ['java', '-cp', 'out', 'Run'],
  ],
})

/** Each piece gets a namespace; Mono’s compiler does not support asynchronous entry points. */
export const csharp = toolchain({
  targetId: 'csharp',
  probes: [
    ['mcs', '--version'],
    ['mono', '--version'],
  ],
  files: codes => ({
    'Runner.cs': [
      'static class Runner {',
      '  static void Run(System.Func<System.Threading.Tasks.Task> piece) {',
      '    try { piece().GetAwaiter().GetResult(); }',
      '    catch (System.Exception error) { System.Console.Error.WriteLine(error); }',
      '  }',
      '  static void Main() {',
      ...codes.map((_, index) => `    Run(Case${index}.Program.Run);`),
      '  }',
      '}\n',
    ].join('\n'),
    ...Object.fromEntries(
      codes.map((code, index) => [
        `case${index}.cs`,
        `namespace Case${index} {\n${code.replace('static async Task Main()', 'internal static async Task Run()')}}\n`,
      ]),
    ),
  }),
  commands: count => [
    [
      ...(['mcs', '-langversion:latest', '-r:System.Net.Http.dll', '-out:code.exe', 'Runner.cs'] as const),
      ...each(count, index => `case${index}.cs`),
    ],
    ['mono', 'code.exe'],
  ],
})

/** The entry point of each piece gets its own name. */
export const c = toolchain({
  targetId: 'c',
  probes: [['bash', '-c', 'echo "#include <curl/curl.h>" | cc -E -']],
  files: codes => ({
    'run.c': [
      ...codes.map((_, index) => `int case${index}(void);`),
      'int main(void) {',
      ...codes.map((_, index) => `  case${index}();`),
      '  return 0;',
      '}\n',
    ].join('\n'),
    ...Object.fromEntries(
      codes.map((code, index) => [`case${index}.c`, `#define main case${index}\n${code}`]),
    ),
  }),
  commands: count => [
    ['cc', '-Wall', '-Werror', '-o', 'code', 'run.c', ...each(count, index => `case${index}.c`), '-lcurl'],
    ['./code'],
  ],
})

/** The crates that Debian packages (librust-reqwest-dev, librust-tokio-dev). */
const crates = '/usr/share/cargo/registry'

/** Each piece becomes a module of one program. */
export const rust = toolchain({
  targetId: 'rust',
  isSlow: true,
  probes: [
    ['cargo', '--version'],
    ['bash', '-c', `ls -d ${crates}/reqwest-* ${crates}/tokio-1*`],
  ],
  files: codes => ({
    'Cargo.toml': [
      '[package]',
      'name = "snippets"',
      'version = "0.1.0"',
      'edition = "2021"',
      '[dependencies]',
      'reqwest = { version = "*", features = ["multipart"] }',
      'tokio = { version = "1", features = ["full"] }',
      '[profile.dev]',
      'debug = false\n',
    ].join('\n'),
    '.cargo/config.toml': [
      '[source.crates-io]',
      'replace-with = "debian"',
      '[source.debian]',
      `directory = "${crates}"\n`,
    ].join('\n'),
    'src/main.rs': [
      ...codes.map((_, index) => `mod case${index};`),
      'fn main() {',
      ...codes.map((_, index) => `    if let Err(error) = case${index}::main() { eprintln!("{error}"); }`),
      '}\n',
    ].join('\n'),
    ...Object.fromEntries(
      codes.map((code, index) => [
        `src/case${index}.rs`,
        code.replace('async fn main()', 'pub async fn main()'),
      ]),
    ),
  }),
  commands: () => [
    ['cargo', 'build', '--offline', '--quiet', '--target-dir', fromCodeCache('rust')],
    [join(fromCodeCache('rust'), 'debug/snippets')],
  ],
})

/** Debian's OkHttp is version 3; this adds the names that differ in version 4. */
const okHttp4 = `package okhttp4
import okhttp3.MediaType
import okhttp3.RequestBody
import okhttp3.Response
import okhttp3.ResponseBody
import java.io.File
fun String.toMediaType(): MediaType = MediaType.get(this)
fun String.toRequestBody(): RequestBody = RequestBody.create(null, this.toByteArray())
fun ByteArray.toRequestBody(type: MediaType? = null): RequestBody = RequestBody.create(type, this)
fun File.asRequestBody(type: MediaType? = null): RequestBody = RequestBody.create(type, this)
val Response.code: Int get() = this.code()
val Response.body: ResponseBody? get() = this.body()
`
const kotlinPath = ['okhttp', 'okio', 'kotlin-stdlib'].map(name => `/usr/share/java/${name}.jar`).join(':')

/** Each piece becomes a package of one program. */
export const kotlin = toolchain({
  targetId: 'kotlin',
  isSlow: true,
  probes: [
    ['kotlinc', '-version'],
    ['bash', '-c', `ls ${kotlinPath.replaceAll(':', ' ')}`],
  ],
  files: codes => ({
    'okhttp4.kt': okHttp4,
    'runner.kt': [
      'fun run(piece: () -> Unit) { try { piece() } catch (error: Throwable) { error.printStackTrace() } }',
      'fun main() {',
      ...codes.map((_, index) => `    run { case${index}.main() }`),
      '    System.exit(0)',
      '}\n',
    ].join('\n'),
    ...Object.fromEntries(
      codes.map((code, index) => [
        `case${index}.kt`,
        `package case${index}\nimport okhttp4.*\n${code.replace(/^import okhttp3\.\w+\.Companion\..*$/gm, '')}`,
      ]),
    ),
  }),
  commands: count => [
    [
      ...(['kotlinc', '-nowarn', '-cp', kotlinPath, '-d', 'out', 'okhttp4.kt', 'runner.kt'] as const),
      ...each(count, index => `case${index}.kt`),
    ],
    ['java', '-cp', `out:${kotlinPath}`, 'RunnerKt'],
  ],
})
