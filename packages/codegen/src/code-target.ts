import type { CodeRequest } from './code-request.ts'

/** The options of all targets; each target uses those that it lists (behaviour 4.2). */
export interface CodeOptionValues {
  /** One option per line. */
  readonly multiline: boolean
  readonly shortFlags: boolean
  readonly followRedirects: boolean
  /** Without a progress meter. */
  readonly silent: boolean
  readonly quoteStyle: 'single' | 'double'
  /** 0: no timeout. */
  readonly timeoutMs: number
  readonly indentation: 'spaces2' | 'spaces4' | 'tab'
}

/** An option as shown in the dialog. */
export type CodeOption = {
  [Name in keyof CodeOptionValues]: {
    readonly name: Name
    readonly label: string
    readonly defaultValue: CodeOptionValues[Name]
    /** The choices; absent for switches and numbers. */
    readonly choices?: readonly { readonly value: CodeOptionValues[Name]; readonly label: string }[]
  }
}[keyof CodeOptionValues]

/** The languages of the code. */
export type CodeLanguage =
  | 'shell'
  | 'python'
  | 'typescript'
  | 'javascript'
  | 'go'
  | 'java'
  | 'csharp'
  | 'php'
  | 'ruby'
  | 'swift'
  | 'rust'
  | 'kotlin'
  | 'dart'
  | 'powershell'
  | 'c'

/** A language and library for which code is generated. */
export interface CodeTarget {
  readonly language: string
  readonly library: string
  /** The language for syntax highlighting. */
  readonly highlight: CodeLanguage
  readonly options: readonly CodeOption[]
  generate(request: CodeRequest, options: CodeOptionValues): string
}

/** Multiline */
export const multilineOption: CodeOption = { name: 'multiline', label: 'Multiline', defaultValue: true }

/** Quote style */
export const quoteStyleOption: CodeOption = {
  name: 'quoteStyle',
  label: 'Quote style',
  defaultValue: 'single',
  choices: [
    { value: 'single', label: 'Single' },
    { value: 'double', label: 'Double' },
  ],
}

/** Timeout (ms) */
export const timeoutOption: CodeOption = { name: 'timeoutMs', label: 'Timeout (ms)', defaultValue: 0 }

/** Follow redirects */
export const followRedirectsOption: CodeOption = {
  name: 'followRedirects',
  label: 'Follow redirects',
  defaultValue: true,
}

/** Creates the Indentation option with the default width of the language's style. */
export function indentationOption(defaultValue: CodeOptionValues['indentation']): CodeOption {
  return {
    name: 'indentation',
    label: 'Indentation',
    defaultValue,
    choices: [
      { value: 'spaces2', label: '2 spaces' },
      { value: 'spaces4', label: '4 spaces' },
      { value: 'tab', label: 'Tab' },
    ],
  }
}
