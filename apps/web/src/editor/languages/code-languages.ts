import { StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { CodeLanguage } from '@parley/codegen'

const loaders: Readonly<Record<CodeLanguage, () => Promise<Extension>>> = {
  shell: async () => stream((await import('@codemirror/legacy-modes/mode/shell')).shell),
  python: async () => stream((await import('@codemirror/legacy-modes/mode/python')).python),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  typescript: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true }),
  go: async () => stream((await import('@codemirror/legacy-modes/mode/go')).go),
  java: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).java),
  csharp: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).csharp),
  c: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).c),
  php: async () => (await import('@codemirror/lang-php')).php(),
  ruby: async () => stream((await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  swift: async () => stream((await import('@codemirror/legacy-modes/mode/swift')).swift),
  rust: async () => stream((await import('@codemirror/legacy-modes/mode/rust')).rust),
  kotlin: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).kotlin),
  dart: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).dart),
  powershell: async () => stream((await import('@codemirror/legacy-modes/mode/powershell')).powerShell),
}

/** Loads the colours of a language of Generate Code when it is first needed. */
export function loadCodeLanguage(language: CodeLanguage): Promise<Extension> {
  return loaders[language]()
}

function stream<State>(parser: StreamParser<State>): Extension {
  return StreamLanguage.define(parser)
}
